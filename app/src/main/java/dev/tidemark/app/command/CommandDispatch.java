package dev.tidemark.app.command;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.change.ClaimCommands;
import dev.tidemark.app.command.change.GateCommands;
import dev.tidemark.app.command.change.HandoffCommands;
import dev.tidemark.app.command.change.IssueCommand;
import dev.tidemark.app.command.change.IssueTextCommands;
import dev.tidemark.app.command.change.NoteCommand;
import dev.tidemark.app.command.change.PhaseCommands;
import dev.tidemark.app.command.change.PreviewCommand;
import dev.tidemark.app.command.change.ReadCommands;
import dev.tidemark.app.command.history.ArchiveCommands;
import dev.tidemark.app.command.history.DiffCommand;
import dev.tidemark.app.command.history.HistoryCommands;
import dev.tidemark.app.command.history.RestoreCommands;
import dev.tidemark.app.command.history.WhyCommand;
import dev.tidemark.app.command.plan.PlanCommand;
import dev.tidemark.app.command.plan.QuestionCommands;
import dev.tidemark.app.command.plan.WorkflowsCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.setup.AdoptCommand;
import dev.tidemark.app.command.setup.ConfigCommands;
import dev.tidemark.app.command.setup.PreflightCommand;
import dev.tidemark.app.command.setup.SetupCommands;
import dev.tidemark.app.command.store.DeliverCommand;
import dev.tidemark.app.command.store.IntegrationsCommand;
import dev.tidemark.app.command.store.IntegrationsTestCommand;
import dev.tidemark.app.command.store.PruneCommand;
import dev.tidemark.app.command.store.RedactCommand;
import dev.tidemark.app.command.store.StoreCommands;
import dev.tidemark.app.command.store.TokenCommands;
import dev.tidemark.app.command.store.TransferCommands;
import java.io.IOException;

/// Verb dispatch: maps each verb to its implementation. Only the class of the verb at hand is
/// loaded.
public final class CommandDispatch {
  private CommandDispatch() {}

  /// Carries a call out.
  ///
  /// @throws IOException if the disk fails outside of a store
  public static ExitCode run(Session session) throws IOException {
    return switch (session.call().name()) {
      case "start" -> new PhaseCommands(session).start();
      case "enter" -> new PhaseCommands(session).enter();
      case "done" -> new PhaseCommands(session).done();
      case "fail" -> new PhaseCommands(session).fail();
      case "skip" -> new PhaseCommands(session).skip();
      case "finish" -> new PhaseCommands(session).finish();
      case "note" -> new NoteCommand(session).note();
      case "goal" -> new NoteCommand(session).goal();
      case "task" -> new PhaseCommands(session).task();
      case "approve" -> new PhaseCommands(session).approve();
      case "gate" -> new GateCommands(session).show();
      case "gate set" -> new GateCommands(session).set();
      case "gate run" -> new GateCommands(session).run();
      case "gate preview" -> new PreviewCommand(session).judge();
      case "context check" -> new PreflightCommand(session).judge();
      case "issue" -> new IssueCommand(session).make();
      case "issue branch" -> new IssueTextCommands(session).branch();
      case "issue pr" -> new IssueTextCommands(session).request();
      case "resume" -> new ReadCommands(session).resume();
      case "status" -> new ReadCommands(session).status();
      case "list" -> new ReadCommands(session).list();
      case "workflows list" -> new WorkflowsCommand(session).list();
      case "workflows show" -> new WorkflowsCommand(session).show();
      case "why" -> new WhyCommand(session).why();
      case "show" -> new HistoryCommands(session).show();
      case "history" -> new HistoryCommands(session).history();
      case "diff" -> new DiffCommand(session).diff();
      case "restore" -> new RestoreCommands(session).restore();
      case "undo" -> new RestoreCommands(session).undo();
      case "archive" -> new ArchiveCommands(session).archive();
      case "archive list" -> new ArchiveCommands(session).list();
      case "archive show" -> new ArchiveCommands(session).show();
      case "archive restore" -> new ArchiveCommands(session).restore();
      case "export" -> new TransferCommands(session).export();
      case "import" -> new TransferCommands(session).takeOver();
      case "redact" -> new RedactCommand(session).redact();
      case "prune" -> new PruneCommand(session).prune();
      default -> house(session);
    };
  }

  private static ExitCode house(Session session) throws IOException {
    return switch (session.call().name()) {
      case "plan" -> new PlanCommand(session).plan();
      case "question list" -> new QuestionCommands(session).questions();
      case "question answer" -> new QuestionCommands(session).answer();
      case "handoff request" -> new HandoffCommands(session).request();
      case "handoff response" -> new HandoffCommands(session).response();
      case "context tokens" -> new TextCommands(session).tokens();
      case "validate" -> new TextCommands(session).validate();
      case "init" -> new SetupCommands(session).init();
      case "gitignore" -> new SetupCommands(session).gitignore();
      case "adopt" -> new AdoptCommand(session).adopt();
      case "config show" -> new ConfigCommands(session).show();
      case "config get" -> new ConfigCommands(session).get();
      case "config set" -> new ConfigCommands(session).set();
      case "integrations init" -> new IntegrationsCommand(session).init();
      case "webhooks test" -> new IntegrationsTestCommand(session).test();
      case "webhooks retry" -> new DeliverCommand(session).deliver();
      case "serve token" -> new TokenCommands(session).run();
      case "watch" -> new WatchCommand(session).watch();
      case "claim" -> new ClaimCommands(session).claim();
      case "release" -> new ClaimCommands(session).release();
      case "store move" -> new StoreCommands(session).move();
      case "store sync" -> new StoreCommands(session).sync();
      case "store sql" -> new StoreCommands(session).sql();
      case "trust" -> new TrustCommand(session).run();
      case "completion" -> new HelpCommands(session).completion();
      case "version" -> new HelpCommands(session).version();
      case "help" -> new HelpCommands(session).help();
      case "tour" -> new TourCommand(session).walk();
      default -> throw new IllegalStateException("unknown verb: " + session.call().name());
    };
  }
}
