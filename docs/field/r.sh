#!/bin/sh
# R `sample`
# fair
# version: Rscript -e 'cat(paste0(R.version$major, ".", R.version$minor))'
exec Rscript -e 'n <- as.integer(commandArgs(TRUE)); repeat cat(sample(n), "\n")' "$1"
