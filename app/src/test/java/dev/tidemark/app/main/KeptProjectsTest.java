package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What released versions have written is read by this one, and goes on: documents and journals of
/// projects that are kept as they were left, each with the answers it gave then. A new version is
/// added with `-Dtidemark.write=true`. Before the state was in git's folder, it was in `.tidemark`.
@Proves({"R-COM-05", "R-USR-07"})
class KeptProjectsTest {
  private static final String PLACE = "app/src/test/resources/kept";
  private static final String ANSWERS = "answers.txt";

  @TempDir private Path temp;

  private static Path kept() {
    return Repository.root().resolve(PLACE);
  }

  static List<String> versions() throws IOException {
    try (var all = Files.list(kept())) {
      return all.map(it -> it.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void a_project_of_this_version_is_kept() throws IOException {
    var place = kept().resolve(version());
    if (Boolean.getBoolean("tidemark.write") && !Files.exists(place)) {
      var tidemark = worked();
      var root = tidemark.scratch().root();
      for (var name : List.of(".claude", "docs", "memory", ".claude-checkpoint.md")) {
        copy(root.resolve(name), place.resolve("project").resolve(name));
      }
      copy(tidemark.scratch().state(), place.resolve("state"));
      Files.writeString(place.resolve(ANSWERS), answers(tidemark));
    }
    assertThat(place.resolve(ANSWERS)).exists();
    assertThat(place.resolve("state/journal")).isDirectory();
  }

  /// Does a bit of everything that leaves something behind.
  private CommandLineHarness worked() {
    var tidemark = Protocol.all(temp).after("adopt");
    for (var protocol : Protocol.values()) {
      tidemark.after(protocol.change());
    }
    var root = tidemark.scratch();
    tidemark.after(
        "start implement old --phases design,build",
        "enter design --run implement/old",
        "done design --run implement/old --summary 'Grüße, 漢字.' --decision 'No sessions'",
        "fail build --run implement/old --reason 'It broke.'",
        "restore --to 3 --run implement/old");
    for (int i = 0; i < 12; i++) {
      tidemark.after("done design --run implement/old --summary 'Once more, " + i + ".'");
    }
    root.write(
        ".claude/state/by-hand.json", "{\"command\":\"by\",\"feature\":\"hand\",\"version\":1}");
    tidemark.after(
        "task add task-9 --run flow/develop", "prune --keep 10 --older-than 0d --include-open");
    return tidemark;
  }

  /// Returns what is told of every run, in the order of their names: its document, its history, and
  /// each earlier state that is still kept.
  private static String answers(CommandLineHarness tidemark) {
    var answers = new StringBuilder();
    var listed = tidemark.run("list --all --json").each("runs", "run").stream();
    for (var run : Stream.concat(listed, Stream.of("flow-tasks/develop")).sorted().toList()) {
      var history = tidemark.run("history --json --run " + run);
      answers.append("== ").append(run).append('\n');
      answers.append(tidemark.run("show --raw --run " + run).out()).append('\n');
      answers.append(history.out()).append('\n');
      for (int entry = 1; entry <= 9; entry++) {
        var show = tidemark.run("show --raw --at " + entry + " --run " + run);
        answers.append("-- ").append(entry).append(' ').append(show.exit()).append('\n');
        answers.append(show.out()).append('\n');
      }
    }
    return answers.toString();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void what_a_version_has_written_is_read_as_it_was_and_goes_on(String version) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var root = tidemark.scratch().root();
    copy(kept().resolve(version).resolve("project"), root);
    if (Files.exists(root.resolve(".tidemark"))) {
      // A checkout makes it readable by others.
      var ours = PosixFilePermissions.fromString("rw-------");
      Files.setPosixFilePermissions(root.resolve(".tidemark/FORMAT"), ours);
    } else {
      copy(kept().resolve(version).resolve("state"), tidemark.scratch().state());
    }

    assertThat(answers(tidemark))
        .isEqualTo(Files.readString(kept().resolve(version + "/" + ANSWERS)));
    for (var protocol : Protocol.values()) {
      tidemark.after(protocol.change());
    }
    tidemark.after("done build --run implement/old --summary 'Mended.'");
    assertThat(tidemark.run("show --run implement/old").out()).contains("Mended.");
    assertThat(tidemark.scratch().state().resolve("journal")).isDirectory();
    assertThat(tidemark.run("doctor").out())
        .doesNotContain("error", "journal", "behind", "left by a writer");
  }

  private static String version() {
    return "0.1.0";
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      // Locks, the name of the device and the path belong to the machine, not to the project.
      all.filter(Files::isRegularFile)
          .filter(file -> !from.relativize(file).toString().matches("lock/.*|device|worktree"))
          .forEach(
              file -> {
                try {
                  var target = to.resolve(from.relativize(file).toString());
                  Files.createDirectories(target.getParent());
                  Files.copy(file, target);
                } catch (IOException failure) {
                  throw new UncheckedIOException(failure);
                }
              });
    }
  }
}
