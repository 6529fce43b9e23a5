package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.Views;
import dev.tidemark.app.view.WhyView;
import dev.tidemark.brief.Why;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection;
import dev.tidemark.engine.Selection.Nothing;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.engine.Selection.Unclear;
import org.jspecify.annotations.Nullable;

/// The verb `why`: the one fact behind the last refusal or warning.
final class Asking {
  private final Session session;
  private final Call call;

  Asking(Session session) {
    this.session = session;
    this.call = session.call();
  }

  ExitCode why() {
    var word = call.argument("RUN");
    var named = word == null ? call.value("run") : word;
    var selection = named == null ? session.select() : session.names().existing(named);
    if (named != null && !(selection instanceof Selected)) {
      return session.unclear(selection);
    }
    var refused = refusal(selection, named != null);
    return show(refused == null ? doubt(selection) : refused);
  }

  /// Returns the last refusal, if it is about the run that is meant, or any run where none is.
  private @Nullable Why refusal(Selection selection, boolean named) {
    var refused = session.project().lastRefusal();
    if (refused.isEmpty()) {
      return null;
    }
    var id = refused.get().id();
    var dialect = session.project().runs().dialect(id.dialect());
    boolean other = named && selection instanceof Selected run && !run.id().equals(id);
    return dialect.isEmpty() || other ? null : Why.of(refused.get(), inspect(dialect.get(), id));
  }

  private Why doubt(Selection selection) {
    if (selection instanceof Selected run) {
      return Why.of(session.project().briefs().of(inspect(run.dialect(), run.id())));
    }
    return selection instanceof Unclear unclear
        ? Why.of(unclear.blocker())
        : Why.nothing(((Nothing) selection).blocker());
  }

  private Run inspect(Dialect<?> dialect, CheckpointId id) {
    return session.project().runs().inspect(dialect, id);
  }

  private ExitCode show(Why why) {
    session.show(WhyView.json(why), Views.lines(why.text()));
    return ExitCode.SUCCESS;
  }
}
