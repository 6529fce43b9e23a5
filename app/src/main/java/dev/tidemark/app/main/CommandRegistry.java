package dev.tidemark.app.main;

import dev.tidemark.app.cli.ArgumentParser;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParseResult;
import dev.tidemark.app.command.CompletionCommand;
import dev.tidemark.app.command.HelpCommands;
import dev.tidemark.app.command.SchemaCommand;
import dev.tidemark.app.command.ValidateCommand;
import dev.tidemark.app.command.WatchCommand;
import dev.tidemark.app.command.change.ClaimCommands;
import dev.tidemark.app.command.change.GateCommands;
import dev.tidemark.app.command.change.HandoffCommands;
import dev.tidemark.app.command.change.IssueCommand;
import dev.tidemark.app.command.change.NoteCommands;
import dev.tidemark.app.command.change.PhaseCommands;
import dev.tidemark.app.command.change.ReadCommands;
import dev.tidemark.app.command.change.StartCommand;
import dev.tidemark.app.command.history.ArchiveCommand;
import dev.tidemark.app.command.history.DiffCommand;
import dev.tidemark.app.command.history.HistoryCommands;
import dev.tidemark.app.command.history.MergeCommand;
import dev.tidemark.app.command.history.MergeDriver;
import dev.tidemark.app.command.history.RestoreCommands;
import dev.tidemark.app.command.history.WhyCommand;
import dev.tidemark.app.command.plan.PlanCommand;
import dev.tidemark.app.command.plan.QuestionCommand;
import dev.tidemark.app.command.plan.WorkflowsCommand;
import dev.tidemark.app.command.run.RunCommands;
import dev.tidemark.app.command.run.WorkerCommand;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.setup.AdoptCommand;
import dev.tidemark.app.command.setup.ConfigCommand;
import dev.tidemark.app.command.setup.DoctorCommand;
import dev.tidemark.app.command.setup.SetupCommands;
import dev.tidemark.app.command.store.PruneCommand;
import dev.tidemark.app.command.store.RedactCommand;
import dev.tidemark.app.command.store.StoreCommands;
import dev.tidemark.app.command.store.TokenCommands;
import dev.tidemark.app.command.store.TransferCommands;
import dev.tidemark.app.command.store.WebhooksCommand;
import dev.tidemark.app.command.verify.VerifyCommand;
import dev.tidemark.app.hook.HookDispatcher;
import dev.tidemark.app.hook.StatusLine;
import dev.tidemark.app.install.AgentCheck;
import dev.tidemark.app.install.InstallCommand;
import dev.tidemark.app.view.CommandRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command registry: every verb with the class of its specification and its code.
///
/// Only the class of the verb at hand is loaded: a verb that is called in every step of an agent
/// pays for itself only, and never for the whole table.
public final class CommandRegistry implements CommandTable {
  /// The registry as the table of the parser, the help and the completion.
  public static final CommandRegistry VERBS = new CommandRegistry();

  /// The verbs in the order of the overview, the hidden ones last.
  private static final String[] NAMES = {
    "start",
    "enter",
    "done",
    "fail",
    "skip",
    "finish",
    "note",
    "task",
    "approve",
    "run",
    "run stop",
    "run log",
    "worker",
    "plan",
    "question",
    "gate",
    "gate set",
    "gate run",
    "verify",
    "resume",
    "status",
    "list",
    "workflows",
    "why",
    "history",
    "show",
    "diff",
    "merge",
    "restore",
    "undo",
    "archive",
    "prune",
    "redact",
    "export",
    "import",
    "validate",
    "schema",
    "handoff request",
    "handoff response",
    "issue",
    "webhooks",
    "claim",
    "store move",
    "store sync",
    "init",
    "adopt",
    "doctor",
    "config",
    "trust",
    "completion",
    "help",
    "tour",
    "install",
    "hook",
    "statusline",
    "watch",
    "mcp",
    "serve",
    "serve token",
    "server stop",
    "merge driver",
    "server",
    "crash-child"
  };

  private CommandRegistry() {}

  /// Returns the parsed call, or the usage error.
  public static ParseResult parse(String... words) {
    return ArgumentParser.parse(VERBS, words);
  }

  /// Returns the call of a server's request, checked as words are.
  static ParseResult bind(CommandRequest request) {
    return ArgumentParser.bind(VERBS, request);
  }

  @Override
  public @Nullable CommandSpec find(String name) {
    return switch (name) {
      case "start" -> StartCommand.spec();
      case "enter" -> PhaseCommands.enterSpec();
      case "done" -> PhaseCommands.doneSpec();
      case "fail" -> PhaseCommands.failSpec();
      case "skip" -> PhaseCommands.skipSpec();
      case "finish" -> PhaseCommands.finishSpec();
      case "note" -> NoteCommands.noteSpec();
      case "task" -> NoteCommands.taskSpec();
      case "approve" -> PhaseCommands.approveSpec();
      case "run" -> RunCommands.runSpec();
      case "run stop" -> RunCommands.stopSpec();
      case "run log" -> RunCommands.logSpec();
      case "worker" -> WorkerCommand.spec();
      case "plan" -> PlanCommand.spec();
      case "question" -> QuestionCommand.spec();
      case "gate" -> GateCommands.showSpec();
      case "gate set" -> GateCommands.setSpec();
      case "gate run" -> GateCommands.runSpec();
      case "verify" -> VerifyCommand.spec();
      case "resume" -> ReadCommands.resumeSpec();
      case "status" -> ReadCommands.statusSpec();
      case "list" -> ReadCommands.listSpec();
      case "workflows" -> WorkflowsCommand.spec();
      case "why" -> WhyCommand.spec();
      case "history" -> HistoryCommands.historySpec();
      case "show" -> HistoryCommands.showSpec();
      case "diff" -> DiffCommand.spec();
      case "merge" -> MergeCommand.spec();
      case "restore" -> RestoreCommands.restoreSpec();
      case "undo" -> RestoreCommands.undoSpec();
      case "archive" -> ArchiveCommand.spec();
      case "prune" -> PruneCommand.spec();
      case "redact" -> RedactCommand.spec();
      case "export" -> TransferCommands.exportSpec();
      case "import" -> TransferCommands.importSpec();
      case "validate" -> ValidateCommand.spec();
      case "schema" -> SchemaCommand.spec();
      case "handoff request" -> HandoffCommands.requestSpec();
      case "handoff response" -> HandoffCommands.responseSpec();
      case "issue" -> IssueCommand.spec();
      case "webhooks" -> WebhooksCommand.spec();
      case "claim" -> ClaimCommands.claimSpec();
      case "store move" -> StoreCommands.moveSpec();
      case "store sync" -> StoreCommands.syncSpec();
      case "init" -> SetupCommands.initSpec();
      case "adopt" -> AdoptCommand.spec();
      case "doctor" -> DoctorCommand.spec();
      case "config" -> ConfigCommand.spec();
      case "trust" -> TrustCommand.spec();
      case "completion" -> CompletionCommand.spec();
      case "help" -> HelpCommands.helpSpec();
      case "tour" -> HelpCommands.tourSpec();
      case "install" -> InstallCommand.spec();
      case "hook" -> HookDispatcher.spec();
      case "statusline" -> StatusLine.spec();
      case "watch" -> WatchCommand.spec();
      case "mcp" -> McpCommand.spec();
      case "serve" -> ServeCommand.spec();
      case "serve token" -> TokenCommands.spec();
      case "server stop" -> UserServer.stopSpec();
      case "merge driver" -> MergeDriver.spec();
      case "server" -> UserServer.spec();
      case "crash-child" -> CrashChild.spec();
      default -> null;
    };
  }

  /// Carries a call out. The two verbs that agents call for every tool bypass sessions.
  ///
  /// @param place where the process was started
  /// @throws IOException if the disk fails outside of a store
  static ExitCode run(Session session, CommandLine.Streams streams, ProcessContext place)
      throws IOException {
    return switch (session.call().name()) {
      case "start" -> new StartCommand(session).start();
      case "enter" -> new PhaseCommands(session).enter();
      case "done" -> new PhaseCommands(session).done();
      case "fail" -> new PhaseCommands(session).fail();
      case "skip" -> new PhaseCommands(session).skip();
      case "finish" -> new PhaseCommands(session).finish();
      case "note" -> new NoteCommands(session).note();
      case "task" -> new NoteCommands(session).task();
      case "approve" -> new PhaseCommands(session).approve();
      case "run" -> drive(session, place);
      case "run stop" -> new RunCommands(session).stop();
      case "run log" -> new RunCommands(session).log();
      case "worker" -> new WorkerProcess(session, place).work();
      case "plan" -> new PlanCommand(session).plan();
      case "question" -> new QuestionCommand(session).run();
      case "gate" -> new GateCommands(session).show();
      case "gate set" -> new GateCommands(session).set();
      case "gate run" -> new GateCommands(session).run();
      case "verify" -> new VerifyCommand(session).verify();
      case "resume" -> new ReadCommands(session).resume();
      case "status" -> new ReadCommands(session).status();
      case "list" -> new ReadCommands(session).list();
      case "workflows" -> new WorkflowsCommand(session).run();
      case "why" -> new WhyCommand(session).why();
      case "history" -> new HistoryCommands(session).history();
      case "show" -> new HistoryCommands(session).show();
      case "diff" -> new DiffCommand(session).diff();
      case "merge" -> new MergeCommand(session).merge();
      case "restore" -> new RestoreCommands(session).restore();
      case "undo" -> new RestoreCommands(session).undo();
      case "archive" -> new ArchiveCommand(session).archive();
      case "prune" -> new PruneCommand(session).prune();
      case "redact" -> new RedactCommand(session).redact();
      case "export" -> new TransferCommands(session).export();
      case "import" -> new TransferCommands(session).takeOver();
      case "validate" -> new ValidateCommand(session).validate();
      case "schema" -> new SchemaCommand(session).schema();
      case "handoff request" -> new HandoffCommands(session).request();
      case "handoff response" -> new HandoffCommands(session).response();
      case "issue" -> new IssueCommand(session).run();
      case "webhooks" -> new WebhooksCommand(session).run();
      case "claim" -> new ClaimCommands(session).claim();
      case "store move" -> new StoreCommands(session).move();
      case "store sync" -> new StoreCommands(session).sync();
      case "init" -> new SetupCommands(session).init();
      case "adopt" -> new AdoptCommand(session).adopt();
      case "doctor" -> new DoctorCommand(session, AgentCheck.of(session)).examine();
      case "config" -> new ConfigCommand(session).run();
      case "trust" -> new TrustCommand(session).run();
      case "completion" -> new CompletionCommand(session, VERBS).complete();
      case "help" -> new HelpCommands(session, VERBS).help();
      case "tour" -> new HelpCommands(session, VERBS).tour();
      case "install" -> InstallCommand.run(session);
      case "merge driver" -> new MergeDriver(session).merge();
      case "watch" -> new WatchCommand(session).watch();
      case "mcp" -> new McpCommand(streams, place, session.call()).serve();
      case "serve" -> new ServeCommand(streams, place, session).serve();
      case "serve token" -> new TokenCommands(session).run();
      case "server stop" -> new UserServer(session, place).stop();
      case "server" -> new UserServer(session, place).serve();
      case "crash-child" -> new CrashChild(streams, place).run(session.call().arguments());
      default -> throw new IllegalStateException("unknown verb: " + session.call().name());
    };
  }

  /// Drives a run, and executes the calls of its agents meanwhile.
  private static ExitCode drive(Session session, ProcessContext place) throws IOException {
    try (var _ = SocketCalls.listenForAgents(place, session.project().root())) {
      return new RunCommands(session).run();
    }
  }

  @Override
  public boolean opens(String word) {
    for (String name : NAMES) {
      int length = word.length();
      if (name.length() > length && name.charAt(length) == ' ' && name.startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<CommandSpec> all() {
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
}
