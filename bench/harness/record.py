"""The result file of a measurement, and the page, images and figures of the README made from it."""

import dataclasses
import json
import re

from harness.report import MISSED

# Another one at each section of one run.
LOAD = "load before the run"

HEAD = """# Benchmarks

Measured by `bench/run`, which [bench/README.md](../../bench/README.md) explains, and made from
[bench/record.json](../../bench/record.json), which has each measured time.
"""
IN_SHORT = """
With a server of the project, `tidemark done` takes {served} (median; a Node script that does the same
without a history takes {node}). A hook in a project without a run takes {quiet}.
"""
README = """\
- **Fast.** With a server of the project, `tidemark done` takes {served}; a hook in a project without a
  run takes {quiet} (medians, [benchmarks](docs/BENCHMARKS.md)).
"""
README_LINE = re.compile(r"^- \*\*Fast\.\*\*.*?(?=^- \*\*|^\n)", re.MULTILINE | re.DOTALL)
README_NEXT = "- **All runs live.**"


@dataclasses.dataclass(frozen=True)
class Section:
    """Markdown that begins with a heading; images by their path in the project; figures by name."""

    text: str
    images: dict = dataclasses.field(default_factory=dict)
    figures: dict = dataclasses.field(default_factory=dict)


class Record:
    """All sections, with what each was measured on and each measured time."""

    def __init__(self, facts, order):
        self.facts, self.order = dict(facts), order
        self.sections = {}

    @staticmethod
    def read(file, order):
        """Returns the record that a file holds."""
        value = json.loads(file.read_text())
        record = Record(value["facts"], order)
        record.sections = {each["title"]: each for each in value["sections"]}
        return record

    def put(self, section, facts, samples):
        """Adds a section, or several where its Markdown has several headings."""
        parts = [part.strip() + "\n" for part in
                 re.split(r"^(?=## )", section.text, flags=re.MULTILINE) if part.strip()]
        for number, text in enumerate(parts):
            title, first = text.splitlines()[0].removeprefix("## "), number == 0
            self.sections[title] = {
                "title": title, "facts": dict(facts), "text": text,
                "images": section.images if first else {},
                "figures": section.figures if first else {}, "samples": samples if first else {}}

    def write(self, file):
        """Writes the record as JSON, each list of times on one line."""
        value = {"facts": self.facts, "sections": self._ordered()}
        text = json.dumps(value, indent=1, ensure_ascii=False)
        text = re.sub(r"\[[\s\d.,-]+\]", lambda found: "".join(found.group().split()), text)
        file.write_text(text + "\n")

    def _ordered(self):
        return sorted(self.sections.values(), key=lambda each: self.order.index(each["title"]))

    def page(self):
        """Returns the page in Markdown."""
        rows = "".join(f"| {name} | {value} |\n" for name, value in self.facts.items())
        figures = self._figures()
        parts = [HEAD + (IN_SHORT.format(**figures) if figures else ""), self._missed(),
                 "| | |\n|---|---|\n" + rows]
        return "\n".join(parts + [self._noted(each) for each in self._ordered()])

    def images(self):
        """Returns the images by path."""
        return {path: text for each in self._ordered() for path, text in each["images"].items()}

    def readme(self, text):
        """Returns the text of the README with the figures of this record."""
        figures = self._figures()
        if not figures:
            return text
        lines = README.format(**figures)
        if README_LINE.search(text):
            return README_LINE.sub(lambda _: lines, text, count=1)
        return text.replace(README_NEXT, lines + README_NEXT, 1)

    def _figures(self):
        return {name: value for each in self._ordered() for name, value in each["figures"].items()}

    def _missed(self):
        """Returns the list of the targets that were missed."""
        found = [f"- [{each['title']}](#{anchor(each['title'])}): {row}\n"
                 for each in self._ordered() for row in missed(each["text"])]
        return ("Missed targets:\n\n" + "".join(found)) if found else "No target was missed.\n"

    def _noted(self, section):
        """Returns the text of a section; one of another run states how that differs."""
        facts = section["facts"]
        other = [f"{name} {value}" for name, value in facts.items()
                 if name != LOAD and self.facts.get(name) != value]
        if not other:
            return section["text"]
        note = "; ".join([*other, f"{LOAD} {facts[LOAD]}"])
        title, _, rest = section["text"].partition("\n")
        return f"{title}\n\n*From another run: {note}.*\n{rest}"


def anchor(title):
    """Returns where a heading is on a page."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def missed(text):
    """Returns each target of a section that was missed, with the row that it belongs to."""
    for line in text.splitlines():
        if MISSED in line:
            cells = line.strip("| ").split(" | ")
            verdicts = [part.replace(f": {MISSED}", "").replace(f" {MISSED}", "").strip(" .,")
                        for part in cells[-1].split("; ") if MISSED in part]
            yield ", ".join(([cells[0]] if len(cells) > 1 else []) + verdicts)
