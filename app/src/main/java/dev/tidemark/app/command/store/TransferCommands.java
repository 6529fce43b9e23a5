package dev.tidemark.app.command.store;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.ProgressLine;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.TransferView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.library.Transfers;
import dev.tidemark.library.Transfers.Contents;
import dev.tidemark.security.Secrets;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Settled;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The verbs `export` and `import`.
public final class TransferCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public TransferCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Writes everything, or one run, into a file.
  public ExitCode export() {
    var ids = new ArrayList<CheckpointId>();
    boolean one = parsedCommand.value("run") != null;
    if (one) {
      var runSelection = session.selectShown();
      if (!(runSelection instanceof Selected run)) {
        return session.unclear(runSelection);
      }
      ids.add(run.id());
    } else {
      session.project().runs().withParts().forEach(run -> ids.add(run.id()));
    }
    var contents = session.project().transfers().collect(ids);
    if (one) {
      var own = new ArrayList<>(contents.items());
      own.removeIf(item -> item.run() == null);
      contents = new Contents(own, contents.problems(), contents.notes());
    }
    return export(contents);
  }

  private ExitCode export(Contents contents) {
    var file = session.inputs().path(parsedCommand.required("FILE"));
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
    long bytes = dry ? 0 : session.project().transfers().write(contents, file);
    var view = view(dry, contents);
    contents.notes().forEach(session.screen()::note);
    contents.problems().forEach(session.screen()::note);
    boolean verified = contents.problems().isEmpty();
    session.confirm(view.exported(bytes, contents.problems()), view.exportLines(bytes, verified));
    return verified ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  private TransferView view(boolean dry, Contents contents) {
    var settled = new Settled(contents.items(), contents.notes());
    return new TransferView(dry, parsedCommand.required("FILE"), settled);
  }

  /// Imports a file completely, or not at all.
  public ExitCode takeOver() {
    var transfers = session.project().transfers();
    var contents = transfers.read(session.inputs().path(parsedCommand.required("FILE")));
    var items = contents.items();
    var differing = transfers.differing(items);
    if (!differing.isEmpty()) {
      return session.refused("", new Refusal<>(blockers(differing), List.of()));
    }
    var secret = secret(transfers.missing(items));
    if (secret != null && session.settings().secrets() != SecretPolicy.WARN) {
      return session.refused("", new Refusal<>(List.of(secret), List.of()));
    }
    if (secret != null) {
      session.screen().note(secret.reason());
    }
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
    var taken = dry ? transfers.missing(items) : taken(transfers, items);
    // The content was verified before: this verifies the written files.
    var problems = dry ? new ArrayList<String>() : problems(runs(taken));
    problems.removeAll(contents.notes());
    contents.notes().forEach(session.screen()::note);
    problems.forEach(session.screen()::note);
    var view = view(dry, contents);
    session.confirm(view.imported(taken, problems), view.importLines(taken));
    return problems.isEmpty() ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  /// Returns the blocker for a file with a secret: records are imported unchanged, or not at all.
  private @Nullable Blocker secret(List<Item> items) {
    for (var item : items) {
      var found = new ArrayList<>(Secrets.in(item.path()));
      Utf8.decode(item.bytes()).map(Secrets::in).ifPresent(found::addAll);
      if (!found.isEmpty()) {
        var whose = item.run() == null ? "" : item.run() + ": ";
        return Blocker.refused(
            "secret",
            whose
                + Secrets.redacted(item.path())
                + " contains text that looks like a secret: "
                + found.getFirst().kind(),
            "Take it out where the file comes from, with tidemark redact, and export again");
      }
    }
    return null;
  }

  /// One run after the other, because that may take long: all of them have their place, and nothing
  /// else is there, or this would not be asked for.
  private List<Item> taken(Transfers transfers, List<Item> items) {
    var parts = new LinkedHashMap<String, List<Item>>();
    for (var item : items) {
      var run = item.run();
      parts.computeIfAbsent(run == null ? "" : run.toString(), _ -> new ArrayList<>()).add(item);
    }
    var taken = new ArrayList<Item>();
    try (var progressLine = progress("importing", parts.size())) {
      for (var part : parts.values()) {
        taken.addAll(transfers.take(part));
        progressLine.step();
      }
    }
    return taken;
  }

  private List<String> problems(List<CheckpointId> runs) {
    var problems = new ArrayList<String>();
    try (var progressLine = progress("verifying", runs.size())) {
      for (var id : runs) {
        for (var problem : session.project().history().verify(id)) {
          problems.add(id + ": " + problem.message());
        }
        progressLine.step();
      }
    }
    return problems;
  }

  private ProgressLine progress(String what, int total) {
    return new ProgressLine(session.screen(), session.project()::now, what, total);
  }

  private static List<CheckpointId> runs(List<Item> items) {
    return items.stream().map(Item::run).filter(Objects::nonNull).distinct().toList();
  }

  private List<Blocker> blockers(List<Item> differing) {
    var blockers = new ArrayList<Blocker>();
    var file = parsedCommand.required("FILE");
    for (var item : differing) {
      var whose = item.run() == null ? "" : item.run() + ": ";
      blockers.add(
          Blocker.refused(
              "differs",
              whose + item.path() + " already exists here with another content than in " + file,
              "Move it away, or import into a fresh work tree; nothing was imported"));
    }
    return blockers;
  }
}
