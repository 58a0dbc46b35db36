"""`graphsvc`, and `python -m graphsvc`."""

import sys


def run() -> None:
    """Run the command line; Ctrl-C while its parts are still being imported ends it as quietly as later."""
    try:
        from graphsvc.cli import main
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    main(prog_name="graphsvc")


# a worker process imports this module, too
if __name__ == "__main__":
    run()
