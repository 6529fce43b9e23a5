package dev.tidemark.testkit;

import java.util.ArrayList;
import java.util.List;

/// Names and texts of the kind that break programs.
public final class Hostile {
  private static final String[] PARTS = {
    "..",
    ".",
    "",
    "a",
    "A",
    "con",
    "NUL",
    "aux.json",
    "-",
    "--help",
    "~",
    "$HOME",
    "`id`",
    "%2e%2e",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "\u0007",
    "\u001b[31m",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\u00e4",
    "a\u0308",
    "\ud83d\ude00",
    "\ud800",
    "\udfff",
    "*",
    "?",
    "\"",
    "'",
    "<",
    ">",
    "|",
    ":",
    ";",
    "&",
    "x.tidemark-tmp",
    ".git",
    ".tidemark",
    "FORMAT",
    "000001.jsonl"
  };

  private static final String[] JOINTS = {"", "/", "\\", "/../", ".", "-"};

  private Hostile() {}

  /// Returns 300 names: ways out of a folder, devices, controls, look-alikes, halves of characters
  /// and very long ones. The same ones each time.
  public static List<String> names() {
    var names = new ArrayList<String>();
    names.add("/etc/passwd");
    names.add("../../../../tmp/outside");
    names.add("C:\\Windows\\system32");
    names.add("x".repeat(255));
    names.add("y".repeat(5_000));
    names.add("../".repeat(100) + "etc/passwd");
    int step = 0;
    while (names.size() < 300) {
      var first = PARTS[step % PARTS.length];
      var joint = JOINTS[step / PARTS.length % JOINTS.length];
      var second = PARTS[(step * 7 + step / PARTS.length) % PARTS.length];
      var name = first + joint + second;
      if (!names.contains(name)) {
        names.add(name);
      }
      step++;
    }
    return names;
  }

  /// Returns texts that are valid but easily damaged: empty, marks, every line end, nested quotes,
  /// characters of all lengths, and one of a megabyte.
  public static List<String> texts() {
    return List.of(
        "",
        " ",
        "\n",
        "\r\n",
        "\ufeff{}",
        "\0",
        "{\"a\":\"\\u0000\\ud800\"}",
        "\"\\\"\\\\\"",
        "line\u2028separator\u0085next",
        "\u00e4\u20ac\ud83d\ude00",
        "a\u0308\u200d\ufffd\uffff",
        "},\"crc\":\"00000000\"}\n{\"head\":{",
        "0123456789abcdef".repeat(65_536));
  }
}
