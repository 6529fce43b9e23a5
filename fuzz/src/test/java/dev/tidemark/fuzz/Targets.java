package dev.tidemark.fuzz;

import dev.tidemark.app.hook.EventTarget;
import dev.tidemark.app.hook.HookTarget;
import dev.tidemark.app.http.HttpTarget;
import dev.tidemark.app.install.JsoncTarget;
import dev.tidemark.app.mcp.McpTarget;
import dev.tidemark.app.settings.SettingsTarget;
import dev.tidemark.app.socket.CallTarget;
import dev.tidemark.integrations.beads.ServicesTarget;
import dev.tidemark.integrations.git.GitTarget;
import dev.tidemark.stores.journal.JournalTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/// Every target, what its first inputs are, and how much of all inputs it gets.
public enum Targets {
  /// The JSON tree.
  JSON(JsonTarget::new, 110, "golden/state", "golden/flow", "hooks/claude-code"),
  /// `.claude/state/*.json`.
  STATE(() -> FormatTarget.of("state", "implement", "auth"), 10, "golden/state"),
  /// `.claude-checkpoint.md`.
  PHASE(() -> FormatTarget.of("phase", "dev", ""), 10, "golden/phase"),
  /// `docs/checkpoints/*.md`.
  ITEM(() -> FormatTarget.of("item", "epic", "EPIC-001"), 20, "golden/item"),
  /// `memory/state/phase.json`.
  FLOW(() -> FormatTarget.of("flow", "develop", ""), 30, "golden/flow"),
  /// `memory/state/execution.json`.
  TASKS(() -> FormatTarget.of("flow-tasks", "develop", ""), 118, "golden/flow-tasks"),
  /// `.tidemark/workflows/*.yaml`.
  DEFINITIONS(DefinitionTarget::new, 20),
  /// `journal` of the state.
  JOURNAL(JournalTarget::new, 20),
  /// Times, words, names, and what is shown on a terminal.
  TEXT(TextTarget::new, 5, "golden/item", "golden/phase"),
  /// What orchestrators and workers send each other.
  HANDOFF(HandoffTarget::new, 200),
  /// What is read from events of agents: prompts, patches, command lines.
  EVENTS(EventTarget::new, 200, "hooks/claude-code", "hooks/codex", "hooks/cursor"),
  /// Settings of agents, in JSON with comments.
  JSONC(JsoncTarget::new, 221),
  /// Messages to the MCP server.
  MCP(McpTarget::new, 5),
  /// Settings of the project, of services and of listeners.
  SETTINGS(SettingsTarget::new, 4),
  /// Files of git.
  GIT(GitTarget::new, 5),
  /// Answers of services, and issues in a file.
  SERVICES(ServicesTarget::new, 2),
  /// Events of every agent, with a project around.
  HOOKS(HookTarget::new, 1, "hooks"),
  /// Documents of every protocol, with a project around.
  DOCUMENTS(DocumentTarget::new, 1, "golden"),
  /// Records, with a project around.
  RECORDS(RecordTarget::new, 1, "own/journal"),
  /// Requests to the real server.
  HTTP(HttpTarget::new, 2),
  /// Calls of other processes, to the socket of a server.
  CALLS(CallTarget::new, 5),
  /// Signatures and allowed signers.
  SIGNATURES(SignatureTarget::new, 10);

  private final Maker maker;
  private final int share;
  private final List<String> seeds;

  Targets(Maker maker, int share, String... seeds) {
    this.maker = maker;
    this.share = share;
    this.seeds = List.of(seeds);
  }

  /// Returns what it is called in commands and folders.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the target of that name.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Targets named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /// Returns how many thousandths of all inputs it gets: about as many as it reads in the time that
  /// the others get, so that quick readers get the most, and those with a project around the
  /// fewest.
  int share() {
    return share;
  }

  /// Returns the folders with texts of others to begin from, besides its own corpus.
  List<String> seeds() {
    return seeds;
  }

  /// Returns the target, ready to read.
  public Target make() {
    try {
      return maker.make();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Makes a target, and the folders that it works in.
  private interface Maker {
    Target make() throws IOException;
  }
}
