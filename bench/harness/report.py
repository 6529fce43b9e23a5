"""Turns samples into Markdown."""

import statistics

from harness.measure import ratio

NODE = "node"
MISSED = "**missed**"


def judged(met):
    """Returns the word for a target that was met or not."""
    return "met" if met else MISSED


def times(variant):
    """Returns how long a variant took, in milliseconds."""
    wall = variant.of("wall")
    return f"{statistics.median(wall):.1f} ({min(wall):.1f}..{max(wall):.1f})"


def table(head, rows):
    """Returns a table of rows that end in a line feed each."""
    return "| " + " | ".join(head) + " |\n|" + "---|" * len(head) + "\n" + rows


def beside(groups, limit):
    """Returns rows for pairs of Tidemark and the Node script; `limit` is the most that Tidemark may
    take of the Node script's wall time.
    """
    head = ("process", "wall ms: median (min..max)", "of Node", "p95 of Node's p95", "target")
    return table(head, "".join(_beside(*group, limit) for group in groups))


def _beside(ours, node, limit):
    part = ratio(ours, node)
    rows = ((ours.name, times(ours), f"{part:.2f}", f"{_p95(ours) / _p95(node):.2f}",
             f"at most {limit}: {judged(part <= limit)}"),
            (node.name, times(node), "1.00", "", ""))
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def _p95(variant):
    walls = sorted(variant.of("wall"))
    return walls[min(len(walls) - 1, round(0.95 * len(walls)))]
