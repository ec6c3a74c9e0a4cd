export * from '@yates-shuffle/audit' // a package of its own, as it has a program of 7 MB
