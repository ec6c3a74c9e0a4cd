// Package servers has the tests with real servers of stores and of Beam. It is a module of
// its own, so that nobody else needs these servers. It builds the commands and runs them.
package servers
