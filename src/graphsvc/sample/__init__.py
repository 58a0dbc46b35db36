"""The sample that ships with graphsvc: arXiv hep-th 1992-2003 and its citations."""

import datetime
from pathlib import Path

SAMPLE_FILE = Path(__file__).parent / "hep-th.jsonl.xz"
SAMPLE_NAME = "High-energy physics theory on arXiv, 1992-2003"
SAMPLE_THROUGH = datetime.date(2003, 4, 30)
SAMPLE_PAPERS = 29_555
SAMPLE_CITATIONS = 352_768
SAMPLE_PAPER = "arxiv:hep-th/9711200"
"""A paper worth looking at: the most cited one."""
