"""The way in."""

import subprocess
import sys

INTERRUPTED = """
import sys

class Interrupted:
    @staticmethod
    def find_spec(name, path, target=None):
        if name == "graphsvc.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted)
from graphsvc.__main__ import run
run()
"""


def test_ctrl_c_while_parts_are_imported() -> None:
    """Ctrl-C before the command line is there ends it with one word, as it does later."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (1, "Aborted!\n") == (done.returncode, done.stderr)
