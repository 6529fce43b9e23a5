package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.CommandSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command registry: all verbs, as data: the one source of parsing, help, completion and
/// `docs/cli`.
///
/// An entry is made when it is asked for. A verb that is called in every step of an agent pays for
/// its own entry only, and never for the whole table.
public final class CommandRegistry {
  private static final String[] NAMES = {
    "start",
    "enter",
    "done",
    "fail",
    "skip",
    "finish",
    "note",
    "goal",
    "task",
    "approve",
    "plan",
    "question list",
    "question answer",
    "gate",
    "gate set",
    "gate run",
    "gate preview",
    "context check",
    "resume",
    "status",
    "list",
    "workflows list",
    "workflows show",
    "why",
    "history",
    "show",
    "diff",
    "restore",
    "undo",
    "archive",
    "archive list",
    "archive show",
    "archive restore",
    "prune",
    "redact",
    "export",
    "import",
    "context tokens",
    "validate",
    "handoff request",
    "handoff response",
    "issue",
    "issue branch",
    "issue pr",
    "integrations init",
    "webhooks test",
    "webhooks retry",
    "claim",
    "release",
    "store move",
    "store sync",
    "store sql",
    "init",
    "adopt",
    "doctor",
    "gitignore",
    "config show",
    "config get",
    "config set",
    "trust",
    "completion",
    "version",
    "help",
    "tour",
    "install",
    "hook",
    "statusline",
    "watch",
    "mcp",
    "serve",
    "serve token",
    "crash-child"
  };

  private CommandRegistry() {}

  /// Returns the verb of that name, or null where there is none.
  public static @Nullable CommandSpec find(String name) {
    return switch (name) {
      case "start" -> RunVerbs.start();
      case "enter" -> RunVerbs.enter();
      case "done" -> RunVerbs.done();
      case "fail" -> RunVerbs.fail();
      case "skip" -> RunVerbs.skip();
      case "finish" -> RunVerbs.finish();
      case "note" -> NoteVerbs.note();
      case "goal" -> NoteVerbs.goal();
      case "task" -> NoteVerbs.task();
      case "approve" -> NoteVerbs.approve();
      case "gate", "gate set", "gate run", "gate preview" -> GateVerbs.find(name);
      case "plan" -> PlanVerbs.plan();
      case "question list" -> PlanVerbs.questions();
      case "question answer" -> PlanVerbs.answer();
      case "context check" -> NoteVerbs.preflight();
      case "issue" -> OutsideVerbs.issue();
      case "issue branch" -> OutsideVerbs.issueBranch();
      case "issue pr" -> OutsideVerbs.issuePr();
      case "resume" -> TakeoverVerbs.resume();
      case "status" -> TakeoverVerbs.status();
      case "list" -> TakeoverVerbs.list();
      case "workflows list", "workflows show" -> TakeoverVerbs.workflows(name);
      case "why" -> TakeoverVerbs.why();
      default -> other(name);
    };
  }

  private static @Nullable CommandSpec other(String name) {
    return switch (name) {
      case "history" -> PastVerbs.history();
      case "show" -> PastVerbs.show();
      case "diff" -> PastVerbs.diff();
      case "restore" -> PastVerbs.restore();
      case "undo" -> PastVerbs.undo();
      case "archive", "archive list", "archive show", "archive restore" -> ArchiveVerbs.find(name);
      case "prune" -> PastVerbs.prune();
      case "redact" -> ArchiveVerbs.redact();
      case "export" -> ArchiveVerbs.export();
      case "import" -> ArchiveVerbs.takeOver();
      case "context tokens" -> PastVerbs.tokens();
      case "validate" -> PastVerbs.validate();
      case "handoff request" -> HandoffVerbs.request();
      case "handoff response" -> HandoffVerbs.response();
      default -> setup(name);
    };
  }

  private static @Nullable CommandSpec setup(String name) {
    return switch (name) {
      case "init" -> HouseVerbs.init();
      case "adopt" -> HouseVerbs.adopt();
      case "doctor" -> HouseVerbs.doctor();
      case "gitignore" -> HouseVerbs.gitignore();
      case "config show" -> HouseVerbs.configShow();
      case "config get" -> HouseVerbs.configGet();
      case "config set" -> HouseVerbs.configSet();
      case "trust" -> HouseVerbs.trust();
      case "integrations init" -> OutsideVerbs.integrationsInit();
      case "webhooks test" -> OutsideVerbs.integrationsTest();
      case "webhooks retry" -> OutsideVerbs.deliver();
      case "claim" -> StoreVerbs.claim();
      case "release" -> StoreVerbs.release();
      case "store move" -> StoreVerbs.move();
      case "store sync" -> StoreVerbs.sync();
      case "store sql" -> StoreVerbs.sql();
      case "completion" -> HouseVerbs.completion();
      case "version" -> HouseVerbs.version();
      case "help" -> HouseVerbs.help();
      case "tour" -> HouseVerbs.tour();
      case "install" -> AgentVerbs.install();
      case "hook" -> AgentVerbs.hook();
      case "statusline" -> AgentVerbs.statusline();
      case "watch" -> LongLivedVerbs.watch();
      case "mcp" -> LongLivedVerbs.mcp();
      case "serve" -> LongLivedVerbs.serve();
      case "serve token" -> LongLivedVerbs.serveToken();
      case "crash-child" -> PlumbingVerbs.crashChild();
      default -> null;
    };
  }

  /// Returns whether the word is the first of verbs of two words.
  public static boolean opens(String word) {
    return word.equals("config")
        || word.equals("gate")
        || word.equals("archive")
        || word.equals("handoff")
        || word.equals("issue")
        || word.equals("store")
        || word.equals("integrations")
        || word.equals("serve")
        || word.equals("workflows")
        || word.equals("question")
        || word.equals("context")
        || word.equals("webhooks");
  }

  /// Returns every verb, in the order of the overview, the hidden ones last.
  public static List<CommandSpec> all() {
    List<CommandSpec> all = new ArrayList<>(NAMES.length);
    for (String name : NAMES) {
      CommandSpec commandSpec = find(name);
      if (commandSpec == null) {
        throw new IllegalStateException("no entry for the verb " + name);
      }
      all.add(commandSpec);
    }
    return all;
  }

  /// Returns the verbs that help shows.
  public static List<CommandSpec> shown() {
    List<CommandSpec> shown = all();
    shown.removeIf(CommandSpec::isHidden);
    return shown;
  }
}
