package dev.tidemark.app.hook.guard;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a command line would change a guarded file.
///
/// It reads the line as far as it can be read without a shell: a piece that names a guarded file
/// must begin with a program that only reads, and redirect nothing into it. It cannot see the
/// result of expansions at run time: a best-effort guard.
public final class ShellGuard {
  /// The state folder in git's, as it would stand in a line.
  public static final String STATE = ".git/tidemark";

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

  /// Programs that take a folder away, or make it the working folder.
  private static final List<String> ON_FOLDERS = List.of("rm", "mv", "cd", "pushd");

  private static final String GIT = ".git";

  /// The part of a name that the folders of Tidemark have in common.
  private static final String OWN = "tidemark";

  private ShellGuard() {}

  /// Returns the guarded file that the line would change, by its name; null if none.
  ///
  /// @param guarded names as they would stand in a line: `.tidemark`, `.review-gate.md`
  public static @Nullable String changed(String line, List<String> guarded) {
    for (var command : ShellLine.commands(line)) {
      var name = named(command, guarded);
      if (name != null && !reads(command, name)) {
        return name;
      }
      if (guarded.contains(STATE) && takesGit(command)) {
        return STATE;
      }
    }
    return null;
  }

  /// Returns the paths in the line that name a folder of Tidemark, as they stand there.
  public static List<String> ownPaths(String line) {
    var paths = new ArrayList<String>();
    if (!line.contains(OWN)) {
      return paths;
    }
    for (var command : ShellLine.commands(line)) {
      for (var word : ShellLine.words(command)) {
        var path = ShellLine.bare(word);
        if (path.contains(OWN) && path.indexOf('/') >= 0) {
          paths.add(path);
        }
      }
    }
    return paths;
  }

  /// Returns whether git's folder as a whole is removed, moved or entered: the state is in it.
  private static boolean takesGit(String piece) {
    boolean program = false;
    for (var word : ShellLine.words(piece)) {
      var path = word.endsWith("/") ? word.substring(0, word.length() - 1) : word;
      if (program && (path.equals(GIT) || path.endsWith("/" + GIT))) {
        return true;
      }
      program |= ON_FOLDERS.contains(ShellLine.program(word));
    }
    return false;
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
}
