package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Merge driver of git: the verb `merge driver`, which git calls for each checkpoint file that both
/// sides have changed. Where it cannot merge, or the sides contradict each other, it changes
/// nothing and fails, so that git leaves its usual conflict.
public final class MergeDriver {
  private final Session session;

  /// Takes the session to act in.
  public MergeDriver(Session session) {
    this.session = session;
  }

  /// Specification of `merge driver`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "merge driver",
        CommandGroup.PLUMBING,
        WRITES,
        "merge a checkpoint file for git",
        List.of(
            Argument.required("BASE", ValueKind.FILES, "the common ancestor"),
            Argument.required("OURS", ValueKind.FILES, "our version, which is replaced"),
            Argument.required("THEIRS", ValueKind.FILES, "their version"),
            Argument.required("PATH", ValueKind.TEXT, "the file, from the root of the work tree")),
        List.of(),
        List.of(new Example("tidemark merge driver %O %A %B %P", "as git calls it")));
  }

  /// Merges the three files into the second one.
  ///
  /// @throws IOException if one of them cannot be read or written
  public ExitCode merge() throws IOException {
    var words = session.call().arguments();
    var path = words.get(3);
    for (var dialect : dialects()) {
      var id = dialect.locator().idOf(path);
      if (id.isPresent()) {
        return merge(dialect, id.get(), words);
      }
    }
    return unmerged(path, "it is no checkpoint file");
  }

  private List<Dialect<?>> dialects() {
    var runs = session.project().runs();
    var dialects = new ArrayList<Dialect<?>>(runs.dialects());
    for (var part : runs.parts()) {
      runs.part(part).ifPresent(dialects::add);
    }
    return dialects;
  }

  private ExitCode merge(Dialect<?> dialect, CheckpointId id, List<String> words)
      throws IOException {
    var path = words.get(3);
    try {
      var base = text(words.get(0));
      var ours = text(words.get(1));
      var theirs = text(words.get(2));
      if (ours == null || theirs == null) {
        return unmerged(path, "one side is empty");
      }
      var result = dialect.format().merge(id, base, ours, theirs);
      if (result.refusal() != null) {
        return unmerged(path, result.refusal());
      }
      if (!result.unplaced().isEmpty()) {
        return unmerged(path, "it has no place for: " + result.unplaced().getFirst().text());
      }
      var conflicts = dialect.format().decode(id, result.text()).checkpoint().conflicts();
      var known = dialect.format().decode(id, ours).checkpoint().conflicts();
      if (!known.containsAll(conflicts)) {
        return unmerged(path, conflicts.getFirst().text());
      }
      if (session.changeMode() == ChangeMode.COMMIT) {
        Files.writeString(session.place().folder().resolve(words.get(1)), result.text());
      }
      return ExitCode.SUCCESS;
    } catch (FormatException unreadable) {
      return unmerged(path, String.valueOf(unreadable.getMessage()));
    }
  }

  /// Returns the text of a file; null if it is empty, as that of an absent ancestor is.
  private @Nullable String text(String file) throws IOException {
    var text = BoundedFile.text(session.place().folder().resolve(file));
    return text.isEmpty() ? null : text;
  }

  private ExitCode unmerged(String path, String why) {
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "not-mergeable",
            path + " cannot be merged: " + why,
            "Let git stop, then run: tidemark merge"));
  }
}
