package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ApprovedFile;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.run.Run;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Allow-listed file access: `show --file` reads a file of the work tree only if a phase of the run
/// names it and git does not ignore it, because a server answers it to remote users who may read
/// runs. A path with a symbolic link in it is refused, since git judges the name of the link and
/// not the file that it leads to. Secrets are redacted.
final class NamedFile {
  /// The limit of a file that is shown, in characters.
  static final int SHOWN = 256 * 1024;

  private final Session session;

  NamedFile(Session session) {
    this.session = session;
  }

  ExitCode show(Run run, String path) {
    if (!isNamed(run, path)) {
      var why = "no phase of " + run.id() + " names the file " + path;
      return session.problem(refusal(run, why));
    }
    if (isLinked(path)) {
      return session.problem(refusal(run, path + " is reached by a link, so it is not shown"));
    }
    var isIgnored = isIgnored(path);
    if (!isIgnored.isKnown()) {
      var why = "whether git ignores " + path + " is not known: " + isIgnored.reason();
      return session.problem(refusal(run, why));
    }
    if (isIgnored.orElse(true)) {
      return session.problem(refusal(run, path + " is ignored by git, so it is not shown"));
    }
    var file = read(path);
    var json = JsonObject.builder().add("run", run.id().toString()).add("path", path);
    json.add("size", Math.max(0, file.size())).addOrNull("content", file.content());
    session.show(json.add("note", file.note()).build(), lines(file));
    return ExitCode.SUCCESS;
  }

  private static boolean isNamed(Run run, String path) {
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        for (var artifact : phase.artifacts()) {
          if (artifact.path().equals(path)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// Returns whether another path than this one leads to the file: a symbolic link, or another
  /// spelling on a disk that ignores case.
  private boolean isLinked(String path) {
    try {
      var root = session.project().root().toRealPath();
      var file = root.resolve(path).normalize();
      return Files.exists(file) && !file.toRealPath().equals(file);
    } catch (IOException | InvalidPathException unreadable) {
      return true;
    }
  }

  private Fact<Boolean> isIgnored(String path) {
    // The folder of git is not ignored by git's own rules.
    for (var name : Path.of(path)) {
      if (name.toString().equalsIgnoreCase(".git")) {
        return Fact.known(true);
      }
    }
    var status = session.project().repository().ignored(List.of(path));
    return status.isKnown()
        ? Fact.known(status.orElse(List.of()).contains(IgnoreStatus.IGNORED))
        : Fact.unknown(status.reason());
  }

  private ApprovedFile read(String path) {
    var print = session.project().fingerprint(path).orElse(Optional.empty());
    long size = print.isEmpty() ? -1 : print.get().size();
    var text = session.project().text(path);
    var content = text.orElse(Optional.empty());
    if (content.isPresent()) {
      return ApprovedFile.of(path, size, content.get(), SHOWN);
    }
    return new ApprovedFile(path, size, null, text.isKnown() ? "does not exist" : text.reason());
  }

  private static List<String> lines(ApprovedFile file) {
    var content = file.content();
    if (content == null) {
      return List.of(file.path() + ": " + file.note());
    }
    return content.lines().toList();
  }

  private static ProblemView refusal(Run run, String words) {
    return new ProblemView(
        ExitCode.REFUSED.code(),
        "unnamed-file",
        words,
        "See the files of its phases: " + CommandLines.of("status", run.id()));
  }
}
