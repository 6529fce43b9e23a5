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
  INSTRUCTIONS("instructions"),
  /// The state folder among those that a sandboxed Codex may write; added only by name, because it
  /// takes the protection of the sandbox from the journal.
  SANDBOX("sandbox");

  private final String word;

  InstallPart(String word) {
    this.word = word;
  }

  /// Returns the word on the command line and in JSON.
  String word() {
    return word;
  }

  /// Returns the parts that are meant: the one of that word, or all.
  ///
  /// @param in whether they are added, which is done with [#SANDBOX] only by name
  static Set<InstallPart> of(@Nullable String only, boolean in) {
    for (var installPart : values()) {
      if (installPart.word.equals(only)) {
        return EnumSet.of(installPart);
      }
    }
    return in ? EnumSet.complementOf(EnumSet.of(SANDBOX)) : EnumSet.allOf(InstallPart.class);
  }
}
