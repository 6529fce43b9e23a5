"""A line chart with logarithmic axes, as SVG."""

import html
import math

WIDTH, HEIGHT = 780, 400
PANEL_WIDTH, TOP, BOTTOM = 300, 64, 330
LEFTS = (60, 440)
# Colours with enough contrast on the background; lines differ in dashes and marks as well.
STYLES = (
    ("#0969da", "", "circle"), ("#9a6700", "6 3", "square"), ("#8250df", "2 3", "diamond"),
    ("#cf222e", "10 3 2 3", "triangle"), ("#1a7f37", "1 5", "cross"))


def svg(title, panels):
    """Returns the image; each panel is the name of its horizontal axis and {line: [(x, y)]}."""
    points = [point for _, lines in panels for line in lines.values() for point in line]
    low = math.floor(math.log10(min(y for _, y in points)))
    high = math.ceil(math.log10(max(y for _, y in points)))
    said = "; ".join(
        f"{name} by {axis}: " + ", ".join(f"{y:,.1f} ms at {x:,}" for x, y in line)
        for axis, lines in panels for name, line in lines.items())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-labelledby="t d" font-size="13" '
        "font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\">",
        f'<title id="t">{html.escape(title)}</title>',
        f'<desc id="d">{html.escape(said)}.</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#f6f8fa"/>']
    for left, (axis, lines) in zip(LEFTS, panels):
        parts += _panel(left, axis, lines, low, max(high, low + 1))
    parts += _legend(list(panels[0][1]))
    return "\n".join(parts) + "\n</svg>\n"


def _panel(left, axis, lines, low, high):
    sizes = sorted({x for line in lines.values() for x, _ in line})
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])

    def x_of(x):
        return left + 12 + (math.log10(x) - first) / (last - first) * (PANEL_WIDTH - 24)

    def y_of(y):
        return BOTTOM - (math.log10(y) - low) / (high - low) * (BOTTOM - TOP)

    parts = []
    for power in range(low, high + 1):
        y = y_of(10 ** power)
        parts.append(f'<path d="M{left} {y:.1f}H{left + PANEL_WIDTH}" stroke="#d1d9e0"/>')
        parts.append(_text(left - 6, y + 4, f"{10 ** power:,g} ms", "end"))
    for x in sizes:
        parts.append(f'<path d="M{x_of(x):.1f} {BOTTOM}v5" stroke="#59636e"/>')
        parts.append(_text(x_of(x), BOTTOM + 20, f"{x:,}", "middle"))
    parts.append(_text(left + PANEL_WIDTH / 2, BOTTOM + 40, axis, "middle"))
    for (colour, dash, mark), line in zip(STYLES, lines.values()):
        path = "L".join(f"{x_of(x):.1f} {y_of(y):.1f}" for x, y in line)
        parts.append(_line(f"M{path}", colour, dash))
        parts += [_mark(mark, x_of(x), y_of(y), colour) for x, y in line]
    return parts


def _legend(names):
    parts, x = [], 60
    for name, (colour, dash, mark) in zip(names, STYLES):
        parts.append(_line(f"M{x} 32h34", colour, dash))
        parts.append(_mark(mark, x + 17, 32, colour))
        parts.append(_text(x + 42, 36, name, "start"))
        x += 66 + 8 * len(name)
    return parts


def _text(x, y, text, anchor):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#1f2328">'
            f"{html.escape(text)}</text>")


def _line(path, colour, dash):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'


def _mark(kind, x, y, colour):
    shapes = {
        "circle": f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
        "square": f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        "diamond": f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
        "triangle": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
        "cross": f"M{x - 4:.1f} {y - 4:.1f}l8 8m-8 0l8 -8",
    }
    return f'<path d="{shapes[kind]}" fill="{colour}" stroke="{colour}" stroke-width="1.5"/>'
