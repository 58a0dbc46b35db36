"""`python -m graphsvc`."""

from graphsvc.cli import main

# a worker process imports this module, too
if __name__ == "__main__":
    main(prog_name="graphsvc")
