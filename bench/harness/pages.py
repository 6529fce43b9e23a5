"""Replaces sections of a page that was measured before."""

import re

# What is another one at each run, and does not make the machine another one.
LOAD = "load before the run"

_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def replaced(text, facts, sections, order):
    """Returns the page `text` with those sections in place of the ones of the same titles.

    A replaced section says how busy the machine was, and which facts are not those at the head of
    the page. `order` lists the titles as the page has them; a section that was not there yet comes
    before the first that follows it.
    """
    head, old = _parts(text)
    before = dict(_ROW.findall(head))
    fresh = [each for section in sections for each in _parts(section)[1]]
    titles = [_title(each) for each in old]
    for section in fresh:
        title, noted = _title(section), _noted(section, before, facts)
        if title in titles:
            old[titles.index(title)] = noted
        else:
            later = order[order.index(title) + 1:] if title in order else []
            place = next((i for i, each in enumerate(titles) if each in later), len(old))
            old.insert(place, noted)
            titles.insert(place, title)
    return "\n".join([head, *old])


def _parts(text):
    """Returns what is above the first section, and the sections, each ending in a line feed."""
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    tidy = [part.strip() + "\n" for part in (head, *sections)]
    return tidy[0], tidy[1:]


def _title(section):
    return section.splitlines()[0].removeprefix("## ")


def _noted(section, before, facts):
    named = dict(facts)
    other = [f"{name} {value}" for name, value in facts
             if name != LOAD and before.get(name) != str(value)]
    note = "; ".join([*other, f"{LOAD} {named[LOAD]}"])
    title, _, rest = section.partition("\n")
    return f"{title}\n\n*Taken apart from the rest: {note}.*\n{rest}"
