package dev.tidemark.integrations.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Parser of the settings in a repository's `config` that decide how its files are read.
///
/// Includes are not followed: git does not follow them for these settings either.
final class GitConfig {
  private final String text;
  private int at;
  private String section = "";

  private int version;
  private @Nullable String foreign;
  private boolean perWorktree;
  private boolean bare;
  private @Nullable String workTree;
  private final List<String> files = new ArrayList<>();

  private GitConfig(String text) {
    this.text = text;
  }

  /// Reads the settings of the repository.
  ///
  /// @param gitDir the folder of this worktree
  /// @param commonDir the folder that all worktrees share
  static GitConfig of(Path gitDir, Path commonDir) throws IOException {
    var shared = GitFiles.read(commonDir.resolve("config"));
    var config = new GitConfig(shared == null ? "" : shared);
    config.scan();
    boolean linked = !gitDir.equals(commonDir);
    if (config.perWorktree) {
      var own = GitFiles.read(gitDir.resolve("config.worktree"));
      if (own != null) {
        var overrides = new GitConfig(own);
        overrides.bare = config.bare;
        overrides.workTree = config.workTree;
        overrides.scan();
        config.bare = overrides.bare;
        config.workTree = overrides.workTree;
      }
    } else if (linked) {
      config.bare = false;
      config.workTree = null;
    }
    return config;
  }

  /// Returns the files that settings name for git to read: included settings, ignore rules and
  /// attributes.
  static List<String> filesIn(String text) {
    var config = new GitConfig(text);
    config.scan();
    return config.files;
  }

  /// Returns why the files cannot be read directly, or null if they can.
  @Nullable String foreign() {
    return version > 1 ? "repository format " + version : foreign;
  }

  /// Returns whether the repository has no work tree.
  boolean isBare() {
    return bare;
  }

  /// Returns the configured work tree, relative to the git folder, if there is one.
  @Nullable String workTree() {
    return workTree;
  }

  private void scan() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '[') {
        int end = text.indexOf(']', at);
        section = text.substring(at + 1, end < 0 ? text.length() : end).strip();
        at = end < 0 ? text.length() : end + 1;
      } else if (c == '#' || c == ';') {
        skipLine();
      } else if (Character.isLetter(c)) {
        setting();
      } else {
        at++;
      }
    }
  }

  private void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end + 1;
  }

  private void setting() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    var name = text.substring(start, at).toLowerCase(Locale.ROOT);
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '=') {
      at++;
      apply(name, value());
    } else {
      apply(name, "true");
      skipLine();
    }
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '-';
  }

  /// Reads a value to the end of its line: quotes, escapes, comments and continued lines.
  private String value() {
    var value = new StringBuilder();
    boolean quoted = false;
    int kept = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        break;
      } else if (c == '"') {
        quoted = !quoted;
        kept = value.length();
      } else if (c == '\\' && at + 1 < text.length()) {
        escape(value, text.charAt(++at));
        kept = value.length();
      } else if (!quoted && (c == '#' || c == ';')) {
        skipLine();
        break;
      } else if (quoted || (c != ' ' && c != '\t' && c != '\r')) {
        value.append(c);
        kept = value.length();
      } else if (!value.isEmpty()) {
        value.append(c);
      }
    }
    value.setLength(kept);
    return value.toString();
  }

  private static void escape(StringBuilder value, char c) {
    switch (c) {
      case '\n', '\r' -> {}
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      default -> value.append(c);
    }
  }

  private void apply(String name, String value) {
    if (section.equalsIgnoreCase("core")) {
      switch (name) {
        case "repositoryformatversion" -> version = number(value);
        case "bare" -> bare = isTrue(value);
        case "worktree" -> workTree = value;
        case "excludesfile", "attributesfile" -> files.add(value);
        default -> {}
      }
    } else if (section.equalsIgnoreCase("extensions")) {
      extension(name, value);
    } else if (name.equals("path") && section.toLowerCase(Locale.ROOT).startsWith("include")) {
      files.add(value);
    }
  }

  /// Notes an extension, and whether it changes where HEAD and the branches are kept.
  private void extension(String name, String value) {
    switch (name) {
      case "worktreeconfig" -> perWorktree = isTrue(value);
      case "noop", "noop-v1", "preciousobjects", "partialclone", "relativeworktrees" -> {}
      case "objectformat", "compatobjectformat" -> {}
      case "refstorage" -> {
        if (!value.equalsIgnoreCase("files")) {
          foreign = "reference storage " + value;
        }
      }
      default -> foreign = "extension " + name;
    }
  }

  private static boolean isTrue(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "", "false", "no", "off", "0" -> false;
      default -> true;
    };
  }

  /// A number that cannot be read is left to the program to judge.
  private static int number(String value) {
    boolean digit = value.length() == 1 && value.charAt(0) >= '0' && value.charAt(0) <= '9';
    return digit ? value.charAt(0) - '0' : 9;
  }
}
