package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Claim.ReportFile;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.evidence.report.ReportReader;
import dev.tidemark.evidence.report.UnreadableReportException;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.history.ClaimJson;
import dev.tidemark.integrations.git.GitObjects;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.ReportPassed.Format;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reports of another tool, read and recorded as the result of a gate.
final class GateReports {
  private static final String SIGNERS = ".tidemark/allowed_signers";

  /// The most files of one import.
  private static final int FILES_MAX = 5000;

  private final Session session;
  private final Path root;

  GateReports(Session session) {
    this.session = session;
    this.root = session.project().root();
  }

  /// Records what the reports say about the current work tree.
  ///
  /// @param names files, or folders of them
  ExitCode record(Selected run, ReportPassed report, List<String> names) {
    var claim = read(report, names);
    var gate = claim.gate();
    session
        .project()
        .gates()
        .recordClaim(
            run.dialect(), run.id(), claim, new Caller(session.actor(), session.changeMode()));
    new ReceiptWriter(session).write(run.dialect(), run.id(), gate, List.of(Claim.Report.WORD));
    var counts = new ArrayList<String>();
    claim.counts().forEach((what, count) -> counts.add(what + " " + count));
    var result =
        claim.passed() ? " passed" : " stays closed: " + String.join("; ", claim.blockers());
    var line = run.id() + ": gate " + gate + result + " (" + String.join(", ", counts) + ")";
    session.confirm(json(claim), List.of(line));
    return claim.passed() ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private JsonObject json(Claim.Report claim) {
    var json =
        JsonObject.builder()
            .add("ok", claim.passed())
            .add("dry_run", session.changeMode() == ChangeMode.DRY_RUN)
            .add("gate", claim.gate());
    ClaimJson.report(json, claim);
    return json.addOrNull("tree", claim.position().tree()).build();
  }

  private Claim.Report read(ReportPassed gate, List<String> names) {
    var position = session.project().gates().position();
    boolean statements = gate.format() == Format.IN_TOTO;
    var content = statements ? objects(position) : Set.<String>of();
    var reader = ReportReader.of(gate, content, signers(), session.project().now());
    var files = new ArrayList<ReportFile>();
    for (var file : files(gate.format(), names)) {
      var name = name(file);
      try {
        if (file.startsWith(root) && BoundedFile.leadsOut(file, root)) {
          throw new FileSystemException(
              name, null, "it leaves the project through a symbolic link");
        }
        var bytes = BoundedFile.bytes(file, ReportReader.BYTES_MAX);
        var signer = reader.read(bytes);
        files.add(new ReportFile(name, Sha256.hex(bytes), signer));
        if (statements && signer == null) {
          session.screen().note(name + " is unsigned, or not by a signer of " + SIGNERS);
        }
      } catch (UnreadableReportException unreadable) {
        throw new InputException(
            name + " does not count for gate " + gate.gate() + ": " + unreadable.getMessage(),
            "Name a report that the tool wrote for this tree.");
      } catch (IOException failure) {
        throw new InputException(
            name + " cannot be read: " + DiskReason.of(failure), "Name a file of a report.");
      }
    }
    return new Claim.Report(
        gate.gate(),
        gate.requirement(),
        reader.blockers(),
        reader.counts(),
        reader.tools(),
        files,
        position);
  }

  /// Returns the path of a file from the project root. That of another one names the machine, so
  /// only the name of the file is recorded.
  private String name(Path file) {
    var inside = file.startsWith(root) ? root.relativize(file) : file.getFileName();
    return Secrets.redacted(String.valueOf(inside).replace('\\', '/'));
  }

  private List<Path> files(Format format, List<String> names) {
    var files = new ArrayList<Path>();
    for (var name : names) {
      var path = session.inputs().path(name);
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      var suffixes =
          switch (format) {
            case JUNIT -> List.of(".xml");
            case SARIF -> List.of(".sarif", ".json");
            case IN_TOTO -> List.of(".json", ".jsonl");
          };
      int before = files.size();
      try (var listed = Files.list(path)) {
        listed
            .filter(it -> suffixes.stream().anyMatch(end -> it.toString().endsWith(end)))
            .sorted()
            .forEach(files::add);
      } catch (IOException failure) {
        throw new InputException(
            name + " cannot be read: " + DiskReason.of(failure), "Name a file of a report.");
      }
      if (files.size() == before) {
        throw new InputException(
            name + " has no file that ends with " + String.join(" or ", suffixes),
            "Name the files of the report.");
      }
    }
    if (files.size() > FILES_MAX) {
      throw new InputException(
          "these are " + files.size() + " files, at most " + FILES_MAX + " are read",
          "Have the tool write fewer files.");
    }
    return files;
  }

  /// Returns the ids of the git objects that hold the content of the work tree: its tree, and those
  /// of the checked-out commit if that has the same content.
  private Set<String> objects(TreePosition position) {
    var ids = new HashSet<String>();
    var content = position.tree();
    var commit = position.commit();
    var tree = content == null ? null : session.project().commitTree(content);
    if (tree == null || !tree.isKnown()) {
      return ids;
    }
    ids.add(tree.orElse(""));
    if (commit == null) {
      return ids;
    }
    var place = session.place();
    var folder =
        ProjectRoot.find(session.call().value("root"), place.environment(), place.folder());
    var objects = new GitObjects(folder, place.environment());
    try {
      if (ids.contains(objects.tree(commit, session.project().excluded()))) {
        ids.add(commit);
        ids.add(objects.tree(commit, List.of()));
      }
    } catch (IOException failure) {
      var name = Head.abbreviated(commit);
      session.screen().note("commit " + name + " cannot be read: " + DiskReason.of(failure));
    }
    return ids;
  }

  private AllowedSigners signers() {
    var file = root.resolve(SIGNERS);
    try {
      var text = Files.exists(file) ? BoundedFile.text(file, root) : "";
      return AllowedSigners.parse(SIGNERS, text, ZoneOffset.UTC);
    } catch (IOException failure) {
      throw new InputException(
          SIGNERS + " cannot be read: " + DiskReason.of(failure), "Correct or remove it.");
    }
  }
}
