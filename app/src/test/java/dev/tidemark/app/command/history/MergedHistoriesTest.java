package dev.tidemark.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Fifty git histories of two branches that advance the same four runs, one of each format, and are
/// merged in one of five ways: nothing that either branch has recorded is lost.
class MergedHistoriesTest {
  private static final List<String> WAYS =
      List.of("merge", "criss-cross", "squash", "rebase", "rename");
  private static final Map<String, String> FILES = new LinkedHashMap<>();
  private static final Pattern WORDS = Pattern.compile("w[0-9]+w");

  static {
    FILES.put("state/design/auth", ".claude/state/design-auth.json");
    FILES.put("item/epic/E-1", "docs/checkpoints/epic-E-1.md");
    FILES.put("phase/dev", ".claude-checkpoint.md");
    FILES.put("flow/develop", "memory/state/phase.json");
  }

  @TempDir private Path temp;
  private CommandLineHarness ann;
  private Random random = new Random(0);
  private int words;

  static List<Integer> seeds() {
    return IntStream.range(0, Proofs.tries(50, 5)).boxed().toList();
  }

  @BeforeEach
  void begin() {
    ann = CommandLineHarness.fresh(temp);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothing_is_lost(int seed) throws IOException {
    random = new Random(seed);
    ann.scratch()
        .write(".gitignore", "home/\n!.claude/state/\n!.claude-checkpoint.md\n!memory/state/\n");
    ann.after("start state/design/auth", "start item/epic E-1", "done 0 --run item/epic/E-1");
    ann.run("done 0-start --run phase/dev");
    flow(0);
    work(1);
    ann.scratch().commit("Begin");
    ann.scratch().git("branch", "other");
    work(4);
    ann.scratch().commit("Ours");
    ann.scratch().git("checkout", "--quiet", "other");
    work(4);
    ann.scratch().commit("Theirs");
    ann.scratch().git("checkout", "--quiet", "main");
    var way = WAYS.get(seed % WAYS.size());
    if (way.equals("criss-cross")) {
      cross();
    } else if (way.equals("rename")) {
      rename();
    }
    var known = known();
    var ours = recorded("main");
    var theirs = recorded("other");

    switch (way) {
      case "squash" -> ann.scratch().accepts("merge", "--squash", "other");
      case "rebase" -> rebase();
      default -> ann.scratch().accepts("merge", "--quiet", "other");
    }
    settle("Merge");

    var now = recorded("HEAD");
    for (var run : FILES.keySet()) {
      for (var side : List.of(ours, theirs)) {
        var added = new HashSet<>(side.getOrDefault(run, Set.of()));
        added.removeAll(known.getOrDefault(run, Set.of()));
        assertThat(now.get(run)).as(way + " of " + run).containsAll(added);
      }
      assertThat(ann.run("resume --run " + run).out()).as(run).doesNotContain("Verdict: merge");
      assertThat(ann.run("validate --run " + run).exit()).as(run).isZero();
    }
  }

  /// Each branch merges the first work of the other one, and then works on.
  private void cross() throws IOException {
    ann.scratch().git("tag", "first");
    ann.scratch().accepts("merge", "--quiet", "other");
    settle("Merge theirs");
    work(2);
    ann.scratch().commit("More of ours");
    ann.scratch().git("checkout", "--quiet", "other");
    ann.scratch().accepts("merge", "--quiet", "first");
    settle("Merge ours");
    work(2);
    ann.scratch().commit("More of theirs");
    ann.scratch().git("checkout", "--quiet", "main");
  }

  /// The other branch moves the files away and back, and another file for good.
  private void rename() {
    ann.scratch().git("checkout", "--quiet", "other");
    for (var file : FILES.values()) {
      if (Files.exists(ann.scratch().root().resolve(file))) {
        ann.scratch().git("mv", file, "moved");
        ann.scratch().git("commit", "--quiet", "--message", "Move away");
        ann.scratch().git("mv", "moved", file);
        ann.scratch().git("commit", "--quiet", "--message", "Move back");
      }
    }
    ann.scratch().git("mv", "README.md", "READ.md");
    ann.scratch().git("commit", "--quiet", "--message", "Rename");
    ann.scratch().git("checkout", "--quiet", "main");
  }

  private void rebase() {
    ann.scratch().accepts("rebase", "--quiet", "other");
    for (int stops = 0; stops < 40 && isRebasing(); stops++) {
      merge();
      ann.scratch().git("add", "--all");
      if (!ann.scratch().accepts("-c", "core.editor=true", "rebase", "--continue")
          && ann.scratch().git("diff", "--name-only", "--cached").isEmpty()
          && ann.scratch().git("ls-files", "-u").isEmpty()) {
        ann.scratch().accepts("rebase", "--skip");
      }
    }
    assertThat(isRebasing()).isFalse();
  }

  private boolean isRebasing() {
    return Files.exists(ann.scratch().root().resolve(".git/rebase-merge"));
  }

  /// Merges the runs in which git has stopped, commits, and merges what git has merged by lines.
  private void settle(String message) {
    merge();
    ann.scratch().commit(message);
    merge();
    ann.scratch().commit(message);
  }

  private void merge() {
    for (var run : FILES.keySet()) {
      var merged = ann.run("merge --run " + run);
      assertThat(merged.exit()).as(merged.toString()).isIn(0, 1);
      if (merged.exit() == 1) {
        assertThat(merged.err()).contains("has no merge conflict");
      }
    }
  }

  private void work(int steps) {
    for (int i = 0; i < steps; i++) {
      var phase = List.of("research", "planning", "specs").get(random.nextInt(3));
      var done = List.of("0-start", "1-bootstrap", "2-plan").get(random.nextInt(3));
      switch (random.nextInt(13)) {
        case 0 -> ann.run("done " + phase + " --summary " + word() + " --run state/design/auth");
        case 1 -> ann.run("enter " + phase + " --run state/design/auth");
        case 2 -> ann.run("note " + word() + " --decision " + word() + " --run state/design/auth");
        case 3 ->
            ann.run(
                "done "
                    + (1 + random.nextInt(3))
                    + " --decision "
                    + word()
                    + " --run item/epic/E-1");
        case 4 -> ann.run("note " + word() + " --run item/epic/E-1");
        case 5 -> ann.run("done " + done + " --summary " + word() + " --run phase/dev");
        case 6 -> ann.run("note " + word() + " --run phase/dev");
        case 7 -> ann.run("note --decision " + word() + " --run phase/dev");
        case 8 -> ann.run("task add " + word() + " --run item/epic/E-1");
        case 9 -> ann.run("task add " + word() + " --run state/design/auth");
        case 10 -> ann.run("task block 1 --reason " + word() + " --run state/design/auth");
        case 11 -> ann.run("fail " + phase + " --reason " + word() + " --run state/design/auth");
        default -> flow(1 + random.nextInt(3));
      }
    }
  }

  private String word() {
    words++;
    return "w" + words + "w";
  }

  /// The phases of this format end with approvals, so its file is written as another tool would.
  private void flow(int ended) {
    var completed = new ArrayList<JsonObject>();
    var phases = List.of("REQUIREMENTS", "ARCHITECTURE", "IMPLEMENTATION", "VERIFICATION");
    for (var phase : phases.subList(0, ended)) {
      completed.add(
          JsonObject.builder()
              .add("phase", phase)
              .add("completed_at", "2026-01-29T10:00:00Z")
              .add("output", "README.md")
              .build());
    }
    var root =
        JsonObject.builder()
            .add("workflow_id", "shop")
            .add("started_at", "2026-01-29T10:00:00Z")
            .add("last_updated", "2026-01-29T10:%02d:00Z".formatted(10 + words % 40))
            .add("current_phase", phases.get(ended))
            .add("phase_status", "in_progress")
            .add("completed_phases", JsonArray.of(completed))
            .add("user_checkpoints", JsonArray.EMPTY)
            .add("interruption_safe", true)
            .add("by_" + word(), true)
            .build();
    ann.scratch().write(FILES.get("flow/develop"), root.toString());
  }

  /// Returns what the common ancestors have: a side may have removed it.
  private Map<String, Set<String>> known() {
    var known = new LinkedHashMap<String, Set<String>>();
    for (var base : ann.scratch().git("merge-base", "--all", "main", "other").lines().toList()) {
      recorded(base)
          .forEach((run, facts) -> known.computeIfAbsent(run, _ -> new HashSet<>()).addAll(facts));
    }
    return known;
  }

  /// Returns the words in the file of each run, and the phases that are complete.
  private Map<String, Set<String>> recorded(String commit) {
    var recorded = new LinkedHashMap<String, Set<String>>();
    for (var entry : FILES.entrySet()) {
      var file = commit + ":" + entry.getValue();
      if (ann.scratch().accepts("cat-file", "-e", file)) {
        var text = ann.scratch().git("show", file);
        var facts = new HashSet<String>();
        WORDS.matcher(text).results().forEach(found -> facts.add(found.group()));
        if (text.contains("\"completed_phases\"")) {
          for (var phase : List.of("REQUIREMENTS", "ARCHITECTURE", "IMPLEMENTATION")) {
            facts.addAll(text.contains("{\"phase\":\"" + phase) ? Set.of(phase) : Set.of());
          }
          for (var phase : List.of("research", "planning", "specs")) {
            var compact = text.replaceAll("\\s", "");
            boolean complete = compact.contains("\"" + phase + "\":{\"status\":\"complete\"");
            facts.addAll(complete ? Set.of(phase) : Set.of());
          }
        }
        text.lines()
            .filter(line -> line.contains("| done |"))
            .forEach(line -> facts.add(line.substring(0, line.indexOf("| done |"))));
        recorded.put(entry.getKey(), facts);
      }
    }
    return recorded;
  }
}
