package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.Problem;
import dev.tidemark.app.view.RedactView;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.text.Erased;
import java.util.List;

/// The verb `redact`: takes a secret out of runs. The secret itself is never shown.
final class RedactingVerb {
  private final Session session;
  private final Call call;

  RedactingVerb(Session session) {
    this.session = session;
    this.call = session.call();
  }

  ExitCode redact() {
    var file = call.argument("FILE");
    var text = session.inputs().file(file == null ? "-" : file);
    if (text.length() < Erased.LEAST) {
      return session.misused(
          "short-secret",
          "the secret has less than " + Erased.LEAST + " characters, so other words may hold it",
          "Give the whole secret.");
    }
    var runs = session.project().runs().withParts();
    if (call.value("run") != null) {
      var selection = session.selectShown();
      if (!(selection instanceof Selected run)) {
        return session.unclear(selection);
      }
      runs = List.of(run.read(session.project().runs()));
    }
    return redact(runs, Erased.of(text));
  }

  private ExitCode redact(List<Run> runs, Erased secret) {
    var by = new By(session.actor(), session.mode());
    var view = new RedactView(session.mode() == Mode.DRY_RUN);
    for (var run : runs) {
      try {
        view.add(run.id(), session.project().redacting().redact(run, secret, by));
      } catch (FormatException unreadable) {
        var path = run.dialect().place().pathOf(run.id());
        return session.problem(
            new Problem(
                ExitCode.INVALID.code(),
                "unreadable",
                path + " could not be read without the secret; it was left as it is",
                "Take the secret out by hand, then run this again."));
      }
    }
    session.show(view.json(), view.lines());
    return ExitCode.SUCCESS;
  }
}
