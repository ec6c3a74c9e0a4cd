// Package machine interprets loops and functions of a program for a few items. [Program.Run] goes through all their
// random choices and says to which orders they lead, and how likely each is: what is said is proved, for so many
// items. [Program.Glance] makes no choice, and says which integers an expression may be, each as likely.
//
// What it does not understand, it gives up at, and then nothing is said. It understands:
//
//   - statements: blocks, assignments (also of several, and of an operation), ++ and --, declarations of variables,
//     if, for, range over integers, slices and arrays, break, continue, return; defer is passed over. Not switch,
//     select, go, goto, labels, and ranges over maps, strings, channels and functions.
//   - expressions: constants, variables, fields, elements, parts of slices, literals of slices, arrays and functions,
//     & and *, arithmetic and comparisons of integers (no signs, | and <<), comparisons of items with one another, a
//     random float that is scaled or compared, conversions of numbers. A map whose keys are integers is a slice that
//     grows. Of strings and other maps it knows nothing, but the lengths of strings where it makes no choice.
//   - calls: functions and methods of the package, and function literals; len, cap, append, copy, make; the versions
//     of math/rand, functions with the names of its functions that draw below a bound, rand.Int, Read and Reader of
//     crypto/rand; Floor, Trunc and Round of math, Clone and Delete of slices, fixed-size integers of
//     encoding/binary, NewInt and Int64 of math/big, the time as a number. Other functions are passed over if they
//     are given no slice, pointer, function or structure, and fmt and log always.
//
// A constant that is the length of an array, or the largest one, stands for the number of items, and integers from
// outside are tried with several values. Errors are nil, and nothing else that comes from outside is.
//
// A machine follows one path: it has frames of variables, whose values are numbers, items, reals, slices, structures,
// pointers and functions (values.go, machine.go), executes statements and evaluates expressions (exec.go, eval.go,
// calls.go), by choices (choices.go, arithmetic.go), and leaves a trace (trace.go). An [Outcome] is what
// all paths come to (paths.go), and a [Law] is that of the order of one slice (law.go).
package machine
