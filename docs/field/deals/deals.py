# python3 deals.py N STATEMENT EXPRESSION prints decks of the numbers from 1 to N, one a line, for ever. STATEMENT
# imports what EXPRESSION takes to shuffle the deck x, which it gives back or changes.
import sys

n, statement, expression = int(sys.argv[1]), sys.argv[2], compile(sys.argv[3], "deal", "eval")
exec(statement)
while True:
    x = list(range(1, n + 1))
    y = eval(expression)
    print(*(x if y is None else y))
