package dev.tidemark.app.install;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Part of an installation; `--only` names one of them.
enum InstallPart {
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

  InstallPart(String word) {
    this.word = word;
  }

  /// Returns the word on the command line and in JSON.
  String word() {
    return word;
  }

  /// Returns the parts that are meant: the one of that word, or all.
  static Set<InstallPart> of(@Nullable String only) {
    for (var installPart : values()) {
      if (installPart.word.equals(only)) {
        return EnumSet.of(installPart);
      }
    }
    return EnumSet.allOf(InstallPart.class);
  }
}
