"""`python -m graphsvc`."""

from graphsvc.cli import main

main(prog_name="graphsvc")
