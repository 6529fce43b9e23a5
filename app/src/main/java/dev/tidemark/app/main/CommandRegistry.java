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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Command registry: every verb with its specification and its code, a row each.
public final class CommandRegistry implements CommandTable {
  /// The registry as the table of the parser, the help and the completion.
  public static final CommandRegistry VERBS = new CommandRegistry();

  /// The verbs, a row each, in the order of the overview, the hidden ones last.
  private static final List<Row> ROWS =
      List.of(
          row("start", () -> StartCommand.spec(), on -> new StartCommand(on.session).start()),
          row(
              "enter",
              () -> PhaseCommands.enterSpec(),
              on -> new PhaseCommands(on.session).enter()),
          row("done", () -> PhaseCommands.doneSpec(), on -> new PhaseCommands(on.session).done()),
          row("fail", () -> PhaseCommands.failSpec(), on -> new PhaseCommands(on.session).fail()),
          row("skip", () -> PhaseCommands.skipSpec(), on -> new PhaseCommands(on.session).skip()),
          row(
              "finish",
              () -> PhaseCommands.finishSpec(),
              on -> new PhaseCommands(on.session).finish()),
          row("note", () -> NoteCommands.noteSpec(), on -> new NoteCommands(on.session).note()),
          row("task", () -> NoteCommands.taskSpec(), on -> new NoteCommands(on.session).task()),
          row(
              "approve",
              () -> PhaseCommands.approveSpec(),
              on -> new PhaseCommands(on.session).approve()),
          row("run", () -> RunCommands.runSpec(), on -> drive(on.session, on.place)),
          row("run stop", () -> RunCommands.stopSpec(), on -> new RunCommands(on.session).stop()),
          row("run log", () -> RunCommands.logSpec(), on -> new RunCommands(on.session).log()),
          row(
              "worker",
              () -> WorkerCommand.spec(),
              on -> new WorkerProcess(on.session, on.place).work()),
          row("plan", () -> PlanCommand.spec(), on -> new PlanCommand(on.session).plan()),
          row(
              "question",
              () -> QuestionCommand.spec(),
              on -> new QuestionCommand(on.session).run()),
          row("gate", () -> GateCommands.showSpec(), on -> new GateCommands(on.session).show()),
          row("gate set", () -> GateCommands.setSpec(), on -> new GateCommands(on.session).set()),
          row("gate run", () -> GateCommands.runSpec(), on -> new GateCommands(on.session).run()),
          row("verify", () -> VerifyCommand.spec(), on -> new VerifyCommand(on.session).verify()),
          row(
              "resume",
              () -> ReadCommands.resumeSpec(),
              on -> new ReadCommands(on.session).resume()),
          row(
              "status",
              () -> ReadCommands.statusSpec(),
              on -> new ReadCommands(on.session).status()),
          row("list", () -> ReadCommands.listSpec(), on -> new ReadCommands(on.session).list()),
          row(
              "workflows",
              () -> WorkflowsCommand.spec(),
              on -> new WorkflowsCommand(on.session).run()),
          row("why", () -> WhyCommand.spec(), on -> new WhyCommand(on.session).why()),
          row(
              "history",
              () -> HistoryCommands.historySpec(),
              on -> new HistoryCommands(on.session).history()),
          row(
              "show",
              () -> HistoryCommands.showSpec(),
              on -> new HistoryCommands(on.session).show()),
          row("diff", () -> DiffCommand.spec(), on -> new DiffCommand(on.session).diff()),
          row("merge", () -> MergeCommand.spec(), on -> new MergeCommand(on.session).merge()),
          row(
              "restore",
              () -> RestoreCommands.restoreSpec(),
              on -> new RestoreCommands(on.session).restore()),
          row(
              "undo",
              () -> RestoreCommands.undoSpec(),
              on -> new RestoreCommands(on.session).undo()),
          row(
              "archive",
              () -> ArchiveCommand.spec(),
              on -> new ArchiveCommand(on.session).archive()),
          row("prune", () -> PruneCommand.spec(), on -> new PruneCommand(on.session).prune()),
          row("redact", () -> RedactCommand.spec(), on -> new RedactCommand(on.session).redact()),
          row(
              "export",
              () -> TransferCommands.exportSpec(),
              on -> new TransferCommands(on.session).export()),
          row(
              "import",
              () -> TransferCommands.importSpec(),
              on -> new TransferCommands(on.session).takeOver()),
          row(
              "validate",
              () -> ValidateCommand.spec(),
              on -> new ValidateCommand(on.session).validate()),
          row("schema", () -> SchemaCommand.spec(), on -> new SchemaCommand(on.session).schema()),
          row(
              "handoff request",
              () -> HandoffCommands.requestSpec(),
              on -> new HandoffCommands(on.session).request()),
          row(
              "handoff response",
              () -> HandoffCommands.responseSpec(),
              on -> new HandoffCommands(on.session).response()),
          row("issue", () -> IssueCommand.spec(), on -> new IssueCommand(on.session).run()),
          row(
              "webhooks",
              () -> WebhooksCommand.spec(),
              on -> new WebhooksCommand(on.session).run()),
          row(
              "claim",
              () -> ClaimCommands.claimSpec(),
              on -> new ClaimCommands(on.session).claim()),
          row(
              "store move",
              () -> StoreCommands.moveSpec(),
              on -> new StoreCommands(on.session).move()),
          row(
              "store sync",
              () -> StoreCommands.syncSpec(),
              on -> new StoreCommands(on.session).sync()),
          row("init", () -> SetupCommands.initSpec(), on -> new SetupCommands(on.session).init()),
          row("adopt", () -> AdoptCommand.spec(), on -> new AdoptCommand(on.session).adopt()),
          row(
              "doctor",
              () -> DoctorCommand.spec(),
              on -> new DoctorCommand(on.session, AgentCheck.of(on.session)).examine()),
          row("config", () -> ConfigCommand.spec(), on -> new ConfigCommand(on.session).run()),
          row("trust", () -> TrustCommand.spec(), on -> new TrustCommand(on.session).run()),
          row(
              "completion",
              () -> CompletionCommand.spec(),
              on -> new CompletionCommand(on.session, VERBS).complete()),
          row(
              "help",
              () -> HelpCommands.helpSpec(),
              on -> new HelpCommands(on.session, VERBS).help()),
          row(
              "tour",
              () -> HelpCommands.tourSpec(),
              on -> new HelpCommands(on.session, VERBS).tour()),
          row("install", () -> InstallCommand.spec(), on -> InstallCommand.run(on.session)),
          row("hook", () -> HookDispatcher.spec(), on -> bypassed(on)),
          row("statusline", () -> StatusLine.spec(), on -> bypassed(on)),
          row("watch", () -> WatchCommand.spec(), on -> new WatchCommand(on.session).watch()),
          row(
              "mcp",
              () -> McpCommand.spec(),
              on -> new McpCommand(on.streams, on.place, on.session.call()).serve()),
          row(
              "serve",
              () -> ServeCommand.spec(),
              on -> new ServeCommand(on.streams, on.place, on.session).serve()),
          row("serve token", () -> TokenCommands.spec(), on -> new TokenCommands(on.session).run()),
          row(
              "server stop",
              () -> UserServer.stopSpec(),
              on -> new UserServer(on.session, on.place).stop()),
          row("merge driver", () -> MergeDriver.spec(), on -> new MergeDriver(on.session).merge()),
          row(
              "server",
              () -> UserServer.spec(),
              on -> new UserServer(on.session, on.place).serve()),
          row(
              "crash-child",
              () -> CrashChild.spec(),
              on -> new CrashChild(on.streams, on.place).run(on.session.call().arguments())));

  /// Row of a verb. The class of the verb is loaded only when one of its two functions is called.
  ///
  /// @param spec makes its specification
  /// @param code carries a call out
  private record Row(String name, Supplier<CommandSpec> spec, Code code) {}

  /// Code of a verb.
  private interface Code {
    ExitCode run(Call on) throws IOException;
  }

  /// What a verb is carried out on.
  ///
  /// @param place where the process was started
  private record Call(Session session, CommandLine.Streams streams, ProcessContext place) {}

  private static Row row(String name, Supplier<CommandSpec> spec, Code code) {
    return new Row(name, spec, code);
  }

  private static @Nullable Row named(String name) {
    for (Row row : ROWS) {
      if (row.name.equals(name)) {
        return row;
      }
    }
    return null;
  }

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
    Row row = named(name);
    return row == null ? null : row.spec.get();
  }

  /// Carries a call out. The two verbs that agents call for every tool bypass sessions.
  ///
  /// @param place where the process was started
  /// @throws IOException if the disk fails outside of a store
  static ExitCode run(Session session, CommandLine.Streams streams, ProcessContext place)
      throws IOException {
    Row row = named(session.call().name());
    if (row == null) {
      throw new IllegalStateException("unknown verb: " + session.call().name());
    }
    return row.code.run(new Call(session, streams, place));
  }

  /// The verbs that agents call for every tool are carried out before there is a session.
  private static ExitCode bypassed(Call on) {
    throw new IllegalStateException(on.session.call().name() + " needs no session");
  }

  /// Drives a run, and executes the calls of its agents meanwhile.
  private static ExitCode drive(Session session, ProcessContext place) throws IOException {
    try (var _ = SocketCalls.listenForAgents(place, session.project().root())) {
      return new RunCommands(session).run();
    }
  }

  @Override
  public boolean opens(String word) {
    for (Row row : ROWS) {
      String name = row.name;
      int length = word.length();
      if (name.length() > length && name.charAt(length) == ' ' && name.startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<CommandSpec> all() {
    List<CommandSpec> all = new ArrayList<>(ROWS.size());
    for (Row row : ROWS) {
      all.add(row.spec.get());
    }
    return all;
  }
}
