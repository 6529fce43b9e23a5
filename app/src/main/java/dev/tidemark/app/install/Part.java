package dev.tidemark.app.install;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Part of an installation; `--only` names one of them.
enum Part {
  /// The hooks in the agent's settings.
  HOOKS("hooks"),
  /// The status line, if the agent has one.
  STATUSLINE("statusline"),
  /// The entry of the MCP server.
  MCP("mcp"),
  /// The skill, if the agent has skills in a folder of the project.
  SKILL("skill"),
  /// The block in the agent's instructions about recording progress.
  INSTRUCTIONS("instructions");

  private final String word;

  Part(String word) {
    this.word = word;
  }

  /// Returns the word on the command line and in JSON.
  String word() {
    return word;
  }

  /// Returns the parts that are meant: the one of that word, or all.
  static Set<Part> of(@Nullable String only) {
    for (var part : values()) {
      if (part.word.equals(only)) {
        return EnumSet.of(part);
      }
    }
    return EnumSet.allOf(Part.class);
  }
}
