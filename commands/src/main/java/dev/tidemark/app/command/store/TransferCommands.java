package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.cli.terminal.ProgressLine;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Transfers;
import dev.tidemark.library.Transfers.Contents;
import dev.tidemark.security.Secrets;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
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

  /// Specification of `export`.
  public static CommandSpec exportSpec() {
    return new CommandSpec(
        "export",
        CommandGroup.HISTORY,
        WRITES,
        "export all runs with their history to one file",
        List.of(
            Argument.required("FILE", ValueKind.FILES, "the file to create; it must not exist"),
            Argument.run("all")),
        List.of(),
        List.of(
            new Example("tidemark export ../project.tidemark.zip", "all runs"),
            new Example("tidemark export project.zip design/auth", "one run only")));
  }

  /// Writes everything, or one run, into a file.
  public ExitCode export() {
    var ids = new ArrayList<CheckpointId>();
    boolean one = parsedCommand.value("run") != null;
    if (one) {
      var runSelection = session.selectShown();
      if (!(runSelection instanceof Selected run)) {
        return session.selectionRefused(runSelection);
      }
      ids.add(run.id());
    } else if (session.names().existing(parsedCommand.required("FILE")) instanceof Selected run) {
      var name = parsedCommand.required("FILE");
      return session.misused(
          "run-as-file",
          name + " is the name of a run, not of a file",
          "Name the file first: tidemark export "
              + run.id().workflow()
              + ".tidemark.zip "
              + CommandLines.word(run.id().toString()));
    } else {
      session.project().runs().withParts().forEach(run -> ids.add(run.id()));
    }
    var contents = session.project().transfers().collect(ids);
    if (one) {
      var own = new ArrayList<>(contents.items());
      own.removeIf(item -> item.run() == null);
      contents = new Contents(own, List.of(), contents.problems(), contents.notes());
    }
    return export(new ReceiptTransfer(session).addTo(contents, ids));
  }

  private ExitCode export(Contents contents) {
    var file = session.inputs().path(parsedCommand.required("FILE"));
    long bytes = isDry() ? 0 : session.project().transfers().write(contents, file);
    contents.notes().forEach(session.screen()::note);
    contents.problems().forEach(session.screen()::note);
    boolean verified = contents.problems().isEmpty();
    session.confirm(exported(contents, bytes), exportLines(contents, bytes, verified));
    return verified ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  /// Specification of `import`.
  public static CommandSpec importSpec() {
    return new CommandSpec(
        "import",
        CommandGroup.HISTORY,
        WRITES,
        "import an export archive; nothing is overwritten",
        List.of(Argument.required("FILE", ValueKind.FILES, "a file that export has written")),
        List.of(),
        List.of(
            new Example("tidemark import ../project.tidemark.zip --dry-run", "check it first"),
            new Example(
                "tidemark import ../project.tidemark.zip", "import all of it, or nothing")));
  }

  /// Imports a file completely, or not at all.
  public ExitCode takeOver() {
    var transfers = session.project().transfers();
    var receiptTransfer = new ReceiptTransfer(session);
    var file = session.inputs().path(parsedCommand.required("FILE"));
    var read = transfers.read(file);
    var items = read.items();
    var missing = transfers.missing(items);
    var contents = receiptTransfer.placed(read, file, missing);
    var differing = new ArrayList<>(transfers.differing(items));
    differing.addAll(receiptTransfer.differing(contents.receipts()));
    if (!differing.isEmpty()) {
      return session.refused("", new Refusal<>(blockers(differing), List.of()));
    }
    var missingReceipts = receiptTransfer.missing(contents.receipts());
    var secret = secret(missing);
    secret = secret == null ? secret(missingReceipts) : secret;
    if (secret != null && session.settings().secrets() != SecretPolicy.WARN) {
      return session.refused("", new Refusal<>(List.of(secret), List.of()));
    }
    if (secret != null) {
      session.screen().note(secret.reason());
    }
    boolean dry = isDry();
    var taken = new ArrayList<>(dry ? missing : taken(transfers, items));
    if (!dry) {
      receiptTransfer.write(missingReceipts);
    }
    taken.addAll(missingReceipts);
    // The content was verified before: this verifies the written files.
    var problems = dry ? new ArrayList<String>() : problems(runs(taken));
    problems.removeAll(contents.notes());
    contents.notes().forEach(session.screen()::note);
    problems.forEach(session.screen()::note);
    session.confirm(imported(contents, taken, problems), importLines(contents, taken));
    return problems.isEmpty() ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  /// Returns the blocker for a file with a secret: records are imported unchanged, or not at all.
  private @Nullable Blocker secret(List<Item> items) {
    for (var item : items) {
      var found = new ArrayList<>(Secrets.detect(item.path()));
      found.addAll(Secrets.detect(text(item)));
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

  /// Returns the text in which secrets are looked for: of a receipt its statement.
  private static String text(Item item) {
    return item.kind() == Item.Kind.RECEIPT
        ? ReceiptTransfer.statement(item)
        : Utf8.decode(item.bytes()).orElse("");
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
        taken.addAll(transfers.importItems(part));
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

  private JsonObject.Builder head(Contents contents) {
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", isDry())
        .add("file", parsedCommand.required("FILE"))
        .add("runs", runs(contents))
        .add("files", contents.all().size());
  }

  private static long runs(Contents contents) {
    return contents.items().stream()
        .map(item -> String.valueOf(item.run()))
        .distinct()
        .filter(run -> !run.equals("null"))
        .count();
  }

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "bytes", "notes", "problems"}`.
  ///
  /// @param bytes how long the file is; 0 in a dry run
  private JsonObject exported(Contents contents, long bytes) {
    var json = head(contents).add("bytes", bytes).add("notes", contents.notes());
    return json.add("problems", contents.problems()).build();
  }

  /// Returns the result of an export, as a line.
  ///
  /// @param verified whether nothing is wrong with it
  private List<String> exportLines(Contents contents, long bytes, boolean verified) {
    var file = parsedCommand.required("FILE");
    var what = counted(runs(contents), "run") + ", " + counted(contents.all().size(), "file");
    var found = verified ? " and verified" : "; not all of it verifies";
    return List.of(
        isDry()
            ? file + " would hold " + what
            : file + " holds " + what + ", " + bytes + " bytes, read back" + found);
  }

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "taken", "notes", "problems"}`.
  private JsonObject imported(Contents contents, List<Item> taken, List<String> problems) {
    var paths = new ArrayList<String>();
    taken.forEach(item -> paths.add(item.path()));
    var json = head(contents).add("taken", paths).add("notes", contents.notes());
    return json.add("problems", problems).build();
  }

  /// Returns the imported items, one line per file.
  private List<String> importLines(Contents contents, List<Item> taken) {
    var lines = new ArrayList<String>();
    taken.forEach(item -> lines.add(item.path() + (isDry() ? " would be made" : " made")));
    int same = contents.all().size() - taken.size();
    if (same > 0) {
      lines.add(counted(same, "file") + (same == 1 ? " is" : " are") + " here already, the same");
    }
    return lines;
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private boolean isDry() {
    return session.changeMode() == ChangeMode.DRY_RUN;
  }
}
