"""The colours of the style sheet."""

import re

import pytest

from graphsvc.web.assets import FOLDER

CSS = (FOLDER / "style.css").read_text()
TEXTS = [
    ("ink", "ground"), ("quiet", "ground"), ("link", "ground"), ("ground", "link"), ("ink", "raised"),
    ("quiet", "raised"), ("link", "raised"), ("ink", "chosen"), ("quiet", "chosen"), ("link", "chosen"),
    ("warning", "warning-ground"),
]  # fmt: skip
SHAPES = [("bar", "ground"), ("strong-line", "ground"), ("strong-line", "raised")]


def colours(scheme: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light if scheme == "light" else dark))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(scheme):
    """Text has at least 4.5:1 to its ground and shapes 3:1, in both schemes (WCAG AA)."""
    palette = colours(scheme)
    weak = [pair for pair in TEXTS if contrast(*(palette[name] for name in pair)) < 4.5]
    weak += [pair for pair in SHAPES if contrast(*(palette[name] for name in pair)) < 3]
    assert [] == weak


def test_nothing_from_elsewhere():
    """Pages and styles fetch nothing from other hosts and hold no scripts or styles inline."""
    templates = "".join(file.read_text() for file in (FOLDER.parent / "templates").iterdir())
    assert [] == re.findall(r"url\(|@import|https?://", CSS)
    assert [] == re.findall(r'<script|style="|\son[a-z]+=|(?:src|href)="(?:https?:)?//', templates)
