"""Turns samples into Markdown."""

import resource
import statistics

from harness import fixture
from harness.measure import ratio

# Of the Node script's wall time, by round; and the largest resident set, in MB.
TARGET_RATIO = 0.6
TARGET_MEMORY = 45

NODE = "node"
NODE_CERTIFICATES = "node with certificates"

HEAD = (
    "| process | wall ms: median (min..max) | of Node | of Node with certificates | CPU ms "
    "| memory MB | target |\n|---|---|---|---|---|---|---|\n"
)


def whole_table(variants):
    """Returns one row for each variant; those of Tidemark are judged."""
    named = {variant.name: variant for variant in variants}
    return HEAD + "".join(_row(variant, named) for variant in variants)


WHOLE = """## Whole processes

{rounds} rounds; each runs every process once, in an order drawn anew. `of Node` is the median over
the rounds of the wall time divided by that of the Node script's same verb (floors: its `done`) in
the same round. CPU and memory are the kernel's, with all processes waited for; memory is the
largest of any round, and cannot be told below the {floor:.0f} MB of the harness, which the kernel
counts to each process it starts.

Every process gets the same small environment, which holds nothing that slows Node or Java down.
`with certificates` adds `NODE_EXTRA_CA_CERTS` with the system's bundle, which Node reads at every
start; company proxies and agents' sandboxes often set it. The targets come from a machine where
`node -e 0` took 64 ms and a Java program that prints a line 0.31 of the script: nearly what it takes
here with the certificates. Both are judged.

Repository with {branches} packed branches, commands run in a sub-folder, checkpoint of {size} bytes.
Each measured `done` completes a phase that was entered, unmeasured, just before, so the history
grows by two entries a round. The Node script overwrites the file and does not wait for the disk;
Tidemark keeps a history and waits. {remark}

{table}"""


def whole_section(table, rounds, place, remark):
    """Returns the section on whole processes."""
    return WHOLE.format(
        rounds=rounds,
        table=table,
        floor=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        branches=fixture.BRANCHES,
        size=len(place.bytes()),
        remark=remark,
    )


def _row(variant, named):
    rss = max(variant.of("rss"))
    parts = [
        ratio(variant, named[name]) if name in named else None
        for name in (f"{NODE} {variant.verb}", f"{NODE_CERTIFICATES} {variant.verb}")
    ]
    verdict = ""
    if variant.name.startswith("tidemark"):
        fast = f"at most {TARGET_RATIO}: {judged(parts[0] <= TARGET_RATIO)}"
        if parts[1] is not None:
            fast += f", with certificates {judged(parts[1] <= TARGET_RATIO)}"
        small = f"at most {TARGET_MEMORY} MB: {judged(rss <= TARGET_MEMORY)}"
        verdict = f"{fast}; {small}"
    cells = (
        variant.name,
        times(variant),
        *("-" if part is None else f"{part:.2f}" for part in parts),
        f"{statistics.median(variant.of('cpu')):.1f}",
        f"{rss:.1f}",
        verdict,
    )
    return "| " + " | ".join(cells) + " |\n"


BESIDE = (
    "| process | wall ms: median (min..max) | of Node | p95 of Node's p95 "
    "| of Node with certificates | target |\n|---|---|---|---|---|---|\n"
)


def beside(groups, limit_of):
    """Returns rows for groups of our variant and those of Node; `limit_of` maps the name of a verb
    to the most that ours may take of the Node script's time.
    """
    return BESIDE + "".join(_beside(group, limit_of) for group in groups)


def _beside(group, limit_of):
    ours, node = group[:2]
    limit = limit_of(ours.verb)
    part = ratio(ours, node)
    slowed = ratio(ours, group[2]) if len(group) > 2 else None
    tail = f"{_p95(ours) / _p95(node):.2f}"
    verdict = f"at most {limit}: {judged(part <= limit)}"
    if slowed is not None:
        verdict += f"; with certificates {judged(slowed <= limit)}"
    share = "-" if slowed is None else f"{slowed:.2f}"
    rows = [(ours.name, times(ours), f"{part:.2f}", tail, share, verdict)]
    rows += [(other.name, times(other), f"{ratio(other, node):.2f}", "", "", "")
             for other in group[1:]]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def times(variant):
    """Returns how long a variant took, in milliseconds."""
    wall = variant.of("wall")
    return f"{statistics.median(wall):.1f} ({min(wall):.1f}..{max(wall):.1f})"


def _p95(variant):
    walls = sorted(variant.of("wall"))
    return walls[min(len(walls) - 1, round(0.95 * len(walls)))]


def judged(met):
    """Returns the word for a target that was met or not."""
    return "PASS" if met else "**FAIL**"


def page(facts, sections):
    """Returns the whole page."""
    machine = "| | |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in facts)
    parts = ["# Benchmarks\n\nMeasured by `bench/run`, which bench/README.md explains.\n", machine]
    return "\n".join(parts + sections)
