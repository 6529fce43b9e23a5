package dev.tidemark.app.hook.guard;

import dev.tidemark.app.hook.event.ProjectProbe;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a command line would change a guarded file.
///
/// It reads the line as far as it can be read without a shell: a piece that names a guarded file
/// must begin with a program that only reads, and redirect nothing into it. It cannot see the
/// result of expansions at run time: a best-effort guard.
public final class ShellGuard {
  /// Programs that change none of the files they are given, with any options.
  private static final List<String> READERS =
      List.of(
          "cat",
          "bat",
          "ls",
          "ll",
          "head",
          "tail",
          "grep",
          "egrep",
          "rg",
          "ag",
          "wc",
          "stat",
          "file",
          "diff",
          "cmp",
          "jq",
          "tree",
          "less",
          "more",
          "test",
          "[",
          "[[",
          "echo",
          "printf",
          "du",
          "sha256sum",
          "md5sum",
          "realpath",
          "readlink",
          "basename",
          "dirname",
          "tidemark",
          "pwd",
          "true",
          "exit",
          "gh");

  /// Git commands that only read, or only change git's own folder.
  private static final List<String> GIT_READERS =
      List.of(
          "add",
          "blame",
          "check-ignore",
          "clean",
          "commit",
          "diff",
          "grep",
          "log",
          "ls-files",
          "show",
          "status");

  private ShellGuard() {}

  /// Returns the guarded file that the line would change, by its name; null if none.
  ///
  /// @param guarded names as they would stand in a line: `.tidemark`, `.review-gate.md`
  public static @Nullable String changed(String line, List<String> guarded) {
    boolean cleaned = false;
    for (var command : ShellLine.commands(line)) {
      var name = named(command, guarded);
      if (name != null && !reads(command, name)) {
        return name;
      }
      cleaned |= cleans(command);
    }
    return cleaned && guarded.contains(ProjectProbe.OWN) ? ProjectProbe.OWN : null;
  }

  private static @Nullable String named(String piece, List<String> guarded) {
    for (int i = 0; i < guarded.size(); i++) {
      if (mentions(piece, guarded.get(i), 0) >= 0) {
        return guarded.get(i);
      }
    }
    return null;
  }

  /// Returns where the name stands as a whole part of a path, or -1.
  private static int mentions(String piece, String name, int from) {
    for (int at = piece.indexOf(name, from); at >= 0; at = piece.indexOf(name, at + 1)) {
      int end = at + name.length();
      boolean begins = at == 0 || !isNamePart(piece.charAt(at - 1));
      boolean ends = end == piece.length() || !isNamePart(piece.charAt(end));
      if (begins && ends) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
  }

  private static boolean reads(String piece, String name) {
    int redirection = piece.indexOf('>');
    while (redirection >= 0) {
      if (mentions(piece, name, redirection) >= 0) {
        return false;
      }
      redirection = piece.indexOf('>', redirection + 1);
    }
    var words = ShellLine.words(piece);
    int first = 0;
    while (first < words.size() && isPrefix(words.get(first))) {
      first++;
    }
    if (first == words.size()) {
      return true;
    }
    var program = ShellLine.program(words.get(first));
    if (program.equals("git")) {
      return first + 1 < words.size() && GIT_READERS.contains(words.get(first + 1));
    }
    if (program.equals("find")) {
      return !piece.contains("-delete") && !piece.contains("-exec") && !piece.contains("-ok");
    }
    return READERS.contains(program);
  }

  /// Words that may stand before a program: settings of variables, and the shell's own.
  private static boolean isPrefix(String word) {
    boolean shell = word.equals("!") || word.equals("if") || word.equals("then");
    return shell || (ShellLine.isAssignment(word) && word.indexOf('/') < 0);
  }

  /// Returns whether git is told to remove ignored files, which includes `.tidemark`.
  private static boolean cleans(String piece) {
    int at = piece.indexOf("git clean");
    if (at < 0 || piece.contains("-e " + ProjectProbe.OWN) || piece.contains("--dry-run")) {
      return false;
    }
    boolean ignored = false;
    boolean dry = false;
    for (var word : ShellLine.words(piece.substring(at))) {
      if (word.startsWith("-") && !word.startsWith("--")) {
        ignored |= word.indexOf('x') >= 0 || word.indexOf('X') >= 0;
        dry |= word.indexOf('n') >= 0;
      }
    }
    return ignored && !dry;
  }
}
