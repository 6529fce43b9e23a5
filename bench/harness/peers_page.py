"""Says what was found of Tidemark beside other libraries, and where it loses."""

import statistics

SECTION = """## Beside other libraries

What a library for agents does when a phase ends, and again when a session begins: it keeps a result of
4 KB in a run that has {sizes} results already, and a fresh process reads the newest one. All take turns
on this machine, each in a process of its own that stays; {rounds} appends and {restarts} restarts at
each length. Java runs with the same flags and without the AOT cache that Tidemark is shipped with;
a restart is a whole process, from its start to the newest result, compared byte by byte. The rest of
each library is not measured, and says nothing here of how good it is at what it is made for.

| library | version | what it keeps | waits for the disk |
|---|---|---|---|
{libraries}
### A result of 4 KB is appended

Milliseconds, median (95 of 100).

{appends}
### A process starts and reads the newest

Milliseconds, median.

{restarted}
### Disk

Kilobytes after the appends of that length; in PostgreSQL the tables with their indexes.

{disk}
### Killed with SIGKILL

{kills} times each, while it appends as fast as it can, in the longest run it reached. A process that is
killed does not show what a power cut takes: what was never forced to the disk survives the one and not
the other.

| library | acknowledged | of these lost | unreadable afterwards |
|---|---|---|---|
{killed}
### Where Tidemark loses

{losses}"""

OURS = ("Tidemark, files", "Tidemark, PostgreSQL")


def page(found, figures, missing, asked):
    """Returns the section."""
    sizes, rounds, restarts, kills = asked
    names = [each.name for each in found]
    appends = {key: _of(values) for key, values in figures.appends.items()}
    middle = {key: statistics.median(values) for key, values in figures.appends.items()}
    starts = {key: statistics.median(values) for key, values in figures.restarts.items() if values}
    disk = {key: size / 1024 for key, size in figures.bytes.items()}
    return SECTION.format(
        sizes=_listed([f"{size:,}" for size in sizes]),
        rounds=_listed([str(count) for count in rounds]), restarts=restarts, kills=kills,
        libraries="".join(_library(each, figures) for each in found) + _missing(missing),
        appends=_table(names, sizes, appends, figures, str),
        restarted=_table(
            [each.name for each in found if each.survives], sizes, starts, figures, "{:.0f}".format),
        disk=_table(
            [each.name for each in found if each.place is not None], sizes, disk, figures,
            "{:,.0f}".format),
        killed="".join(_killed(name, *counts) for name, counts in figures.kills.items()),
        losses=_losses(names, sizes, middle, starts, disk))


def _listed(words):
    return ", ".join(words[:-1]) + " or " + words[-1] if len(set(words)) > 1 else words[0]


def _of(values):
    ranked = sorted(values)
    tail = ranked[min(len(ranked) - 1, round(0.95 * len(ranked)))]
    return f"{_short(statistics.median(ranked))} ({_short(tail)})"


def _short(value):
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def _library(each, figures):
    if each.server:
        forces = "yes, its server"
    elif each.name in figures.forces:
        count = figures.forces[each.name]
        forces = f"yes, {count:.1f} times" if count else "no"
    else:
        forces = "-" if each.survives else "no"
    return f"| {each.name} | {each.version} | {each.keeps} | {forces} |\n"


def _missing(missing):
    return "".join(f"| {name} | - | not measured: {why} | - |\n" for name, why in missing.items())


def _table(names, sizes, values, figures, shown):
    head = "| library | " + " | ".join(f"n = {size:,}" for size in sizes) + " |\n"
    rows = head + "|---|" + "---|" * len(sizes) + "\n"
    for name in names:
        cells = [
            shown(values[name, size]) if (name, size) in values else _why(name, figures)
            for size in sizes]
        rows += f"| {name} | " + " | ".join(cells) + " |\n"
    return rows


def _why(name, figures):
    if name in figures.broken:
        return f"failed: {figures.broken[name]}"
    return f"not reached: {figures.reached.get(name, 0):,} results in the time given"


def _killed(name, kills, acknowledged, lost, unreadable):
    broken = "**yes**" if unreadable else "no"
    return f"| {name} | {acknowledged:,} | {f'**{lost}**' if lost else lost} | {broken} |\n"


def _losses(names, sizes, appends, starts, disk):
    """Lists what takes more here than with another that leaves something behind."""
    lines = []
    for what, values, unit in (
            ("An append", appends, "ms"), ("A restart", starts, "ms"), ("Disk", disk, "KB")):
        for ours in OURS:
            beaten = [
                text for other in names if other not in OURS
                for text in [_beaten(ours, other, sizes, values, unit)] if text]
            if beaten:
                lines.append(f"- {what}, {ours}: {'; '.join(beaten)}.\n")
    return "".join(lines) or "- Nowhere in this run.\n"


def _beaten(ours, other, sizes, values, unit):
    """Returns at which lengths another takes less, and how much; empty if it does not."""
    worse = [
        f"{_short(values[other, size])} to {_short(values[ours, size])} {unit} at {size:,}"
        for size in sizes
        if (ours, size) in values and (other, size) in values
        and values[other, size] < values[ours, size]]
    return f"{other} {', '.join(worse)}" if worse else ""
