package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import java.io.IOException;

/// Verb dispatch: maps each verb to its implementation. Only the class of the verb at hand is
/// loaded.
public final class Verbs {
  private Verbs() {}

  /// Carries a call out.
  ///
  /// @throws IOException if the disk fails outside of a store
  public static ExitCode run(Session session) throws IOException {
    return switch (session.call().name()) {
      case "start" -> new Changing(session).start();
      case "enter" -> new Changing(session).enter();
      case "done" -> new Changing(session).done();
      case "fail" -> new Changing(session).fail();
      case "skip" -> new Changing(session).skip();
      case "finish" -> new Changing(session).finish();
      case "note" -> new NoteCommand(session).note();
      case "goal" -> new NoteCommand(session).goal();
      case "task" -> new Changing(session).task();
      case "approve" -> new Changing(session).approve();
      case "gate" -> new Gating(session).show();
      case "gate set" -> new Gating(session).set();
      case "gate run" -> new Gating(session).run();
      case "gate preview" -> new Previewing(session).judge();
      case "context check" -> new Preflighting(session).judge();
      case "issue" -> new IssueMaking(session).make();
      case "issue branch" -> new Issuing(session).branch();
      case "issue pr" -> new Issuing(session).request();
      case "resume" -> new Looking(session).resume();
      case "status" -> new Looking(session).status();
      case "list" -> new Looking(session).list();
      case "workflows list" -> new WorkflowsCommand(session).list();
      case "workflows show" -> new WorkflowsCommand(session).show();
      case "why" -> new Asking(session).why();
      case "show" -> new LookingBack(session).show();
      case "history" -> new LookingBack(session).history();
      case "diff" -> new Comparing(session).diff();
      case "restore" -> new Pasts(session).restore();
      case "undo" -> new Pasts(session).undo();
      case "archive" -> new Archiving(session).archive();
      case "archive list" -> new Archiving(session).list();
      case "archive show" -> new Archiving(session).show();
      case "archive restore" -> new Archiving(session).restore();
      case "export" -> new Transferring(session).export();
      case "import" -> new Transferring(session).takeOver();
      case "redact" -> new RedactingVerb(session).redact();
      case "prune" -> new Pruning(session).prune();
      default -> house(session);
    };
  }

  private static ExitCode house(Session session) throws IOException {
    return switch (session.call().name()) {
      case "plan" -> new Planning(session).plan();
      case "question list" -> new Answering(session).questions();
      case "question answer" -> new Answering(session).answer();
      case "handoff request" -> new HandingOff(session).request();
      case "handoff response" -> new HandingOff(session).response();
      case "context tokens" -> new Texts(session).tokens();
      case "validate" -> new Texts(session).validate();
      case "init" -> new Setup(session).init();
      case "gitignore" -> new Setup(session).gitignore();
      case "adopt" -> new Adopting(session).adopt();
      case "config show" -> new Configuring(session).show();
      case "config get" -> new Configuring(session).get();
      case "config set" -> new Configuring(session).set();
      case "integrations init" -> new Integrating(session).init();
      case "webhooks test" -> new Testing(session).test();
      case "webhooks retry" -> new Delivering(session).deliver();
      case "serve token" -> new ServeTokens(session).run();
      case "watch" -> new Watching(session).watch();
      case "claim" -> new Claiming(session).claim();
      case "release" -> new Claiming(session).release();
      case "store move" -> new Storing(session).move();
      case "store sync" -> new Storing(session).sync();
      case "store sql" -> new Storing(session).sql();
      case "trust" -> new TrustCommand(session).run();
      case "completion" -> new Explaining(session).completion();
      case "version" -> new Explaining(session).version();
      case "help" -> new Explaining(session).help();
      case "tour" -> new Touring(session).walk();
      default -> throw new IllegalStateException("unknown verb: " + session.call().name());
    };
  }
}
