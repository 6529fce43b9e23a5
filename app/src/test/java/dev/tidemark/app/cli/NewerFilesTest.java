package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that a newer version has written survives every verb of the table that writes.
@Proves("R-USR-21")
@LongProof
class NewerFilesTest {
  private static final String STATE = ".claude/state/implement-auth.json";
  private static final String NEWER =
      "{\"command\":\"implement\",\"feature\":\"auth\",\"version\":2,\"phases\":[]}\r\n";

  /// Documents of protocols that carry no version: what nobody here knows stands for the newer
  /// part.
  private static final Map<String, String> UNVERSIONED =
      Map.of(
          "phase/dev",
          ".claude-checkpoint.md",
          "item/epic/EPIC-001",
          "docs/checkpoints/epic-EPIC-001.md",
          "flow/develop",
          "memory/state/phase.json");

  /// What each verb needs besides the run; all others get nothing.
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("start", "implement/auth --fresh"),
          Map.entry("enter", "implementation"),
          Map.entry("done", "implementation --summary S"),
          Map.entry("fail", "implementation --reason R"),
          Map.entry("skip", "implementation"),
          Map.entry("approve", "implementation"),
          Map.entry("note", "implementation --decision D"),
          Map.entry("task", "add T"),
          Map.entry("restore", "--to 1"),
          Map.entry("prune", "--older-than 0d --include-open"),
          Map.entry("doctor", "--fix"),
          Map.entry("config", "format state"),
          Map.entry("install", "claude-code"),
          Map.entry("hook", "claude-code PreCompact"));

  @TempDir private Path temp;

  static Stream<String> lines() {
    return CommandRegistry.VERBS.all().stream()
        .filter(commandSpec -> commandSpec.effect().writes())
        .map(commandSpec -> commandSpec.name() + " " + WORDS.getOrDefault(commandSpec.name(), ""));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void a_document_of_a_newer_schema_is_left_as_it_is(String line) throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(STATE, NEWER);

    var ran = tidemark.given("{}").run(with(line, "implement/auth"));

    assertThat(ran.exit()).isNotEqualTo(ExitCode.BUG.code());
    assertThat(text(tidemark, STATE)).isEqualTo(NEWER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"restore --to 1", "restore", "undo", "restore --archived implement-auth"})
  void what_is_recorded_does_not_take_its_place(String line) throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases a", "done a --summary S", "finish");
    var newer = text(tidemark, STATE).replace("\"version\": 1", "\"version\": 2");
    tidemark.scratch().write(STATE, newer);

    var ran = tidemark.run(with(line, "implement/auth"));

    assertThat(ran.exit()).isEqualTo(ExitCode.INVALID.code());
    assertThat(ran.err()).contains(STATE, "unknown version 2", "Use a version of Tidemark that");
    assertThat(text(tidemark, STATE)).isEqualTo(newer).contains("\"version\": 2");
  }

  @Test
  void nobody_is_told_to_put_something_older_back() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases a");
    tidemark.scratch().write(STATE, NEWER);

    for (var verb :
        List.of("list", "status", "resume", "doctor", "start implement/auth --resume")) {
      var ran = tidemark.run(verb);
      assertThat(ran.out() + ran.err()).as(verb).doesNotContain("restore");
    }
    assertThat(tidemark.run("resume").err()).contains("Use a version of Tidemark that supports");
    assertThat(tidemark.run("doctor").out()).contains("Use a version of Tidemark that supports");
  }

  @ParameterizedTest
  @MethodSource("lines")
  void a_store_of_a_newer_layout_is_left_as_it_is(String line) throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth");
    var state = tidemark.scratch().state();
    Files.writeString(state.resolve("FORMAT"), "{\"format\":3,\"minReader\":2,\"storeId\":\"x\"}");
    var root = tidemark.scratch().root();
    var journal = Tree.of(state.resolve("journal"));
    var documents = Tree.of(root.resolve(".claude/state"));

    var ran = tidemark.given("{}").run(with(line, "implement/auth"));

    assertThat(ran.exit()).isNotEqualTo(ExitCode.BUG.code());
    assertThat(Tree.of(state.resolve("journal"))).isEqualTo(journal);
    assertThat(Tree.of(root.resolve(".claude/state"))).isEqualTo(documents);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void what_is_new_in_a_document_without_version_is_kept_or_recorded(String line) throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.run("done 2-plan --run phase/dev");
    tidemark.run("start item/epic/EPIC-001");
    tidemark.run("done 0 --no-commit --run item/epic/EPIC-001");
    tidemark.run("start flow/develop");
    for (var run : UNVERSIONED.entrySet()) {
      var file = run.getValue();
      var newer = newer(text(tidemark, file));
      tidemark.scratch().write(file, newer);

      var ran = tidemark.given("{}").run(with(line, run.getKey()));

      assertThat(ran.exit()).isNotEqualTo(ExitCode.BUG.code());
      var now = text(tidemark, file);
      if (!now.contains("from-the-future")) {
        assertThat(recorded(tidemark, run.getKey(), newer)).as("%s of %s", line, file).isTrue();
      }
    }
  }

  private static String with(String line, String run) {
    var words = line.replace("implement/auth", run);
    boolean about = words.startsWith("start") || words.startsWith("hook") || words.contains(run);
    return about ? words : words + " --run " + run;
  }

  private static String newer(String document) {
    return document.startsWith("{")
        ? document.replaceFirst("\\{", "{\"from-the-future\":[1],")
        : document + "\n## from-the-future\n\n- kept\n";
  }

  private static boolean recorded(CommandLineHarness tidemark, String run, String document) {
    int entries = tidemark.run("history --json --run " + run).each("entries", "at").size();
    for (int entry = 1; entry <= entries; entry++) {
      if (tidemark.run("show --raw --at " + entry + " --run " + run).out().equals(document)) {
        return true;
      }
    }
    return false;
  }

  private static String text(CommandLineHarness tidemark, String path) throws Exception {
    var file = tidemark.scratch().root().resolve(path);
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
