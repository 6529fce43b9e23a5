package dev.tidemark.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Random histories of one run in two or three clones, brought together by git in seven ways: what
/// a side has recorded since the common ancestor is in the result, or the output names it. Each
/// fact has a word of its own, so the law is checked on facts, not on text.
class MergeHistoriesTest {
  private static final int HISTORIES =
      Integer.getInteger("tidemark.proof.histories", Proofs.tries(25, 1));

  private static final Pattern FACT = Pattern.compile("fact\\d+x");

  /// A format with the run, the file and what is recorded.
  private enum Form {
    STATE(
        "state/implement/x",
        ".claude/state/implement-x.json",
        "start state/implement/x --phases p0,p1,p2",
        List.of("p0", "p1", "p2")),
    PHASE(
        "phase/dev",
        ".claude-checkpoint.md",
        "done 2-plan --run phase/dev --summary Base",
        List.of("3-build", "4-validate")),
    ITEM(
        "item/epic/E-1",
        "docs/checkpoints/epic-E-1.md",
        "start item/epic E-1",
        List.of("0", "1", "2", "3")),
    FLOW("flow/develop", "memory/state/phase.json", "start flow/develop", List.of("REQUIREMENTS"));

    private final String run;
    private final String path;
    private final String start;
    private final List<String> phases;

    Form(String run, String path, String start, List<String> phases) {
      this.run = run;
      this.path = path;
      this.start = start;
      this.phases = phases;
    }
  }

  /// How two clones are brought together.
  private enum Way {
    MERGE,
    REBASE,
    CHERRY_PICK,
    SQUASH,
    REVERT,
    RENAMED_BRANCH
  }

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource
  void nothing_is_lost_between_clones(Form form) throws IOException {
    int brought = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      var folder = temp.resolve(form.name() + seed);
      brought += new History(form, seed, folder).bringTogether();
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    System.out.printf("%s: %d histories, %d times brought together%n", form, HISTORIES, brought);
    assertThat(brought).isGreaterThanOrEqualTo(HISTORIES);
  }

  private static final class History {
    private final Form form;
    private final Random random;
    private final int seed;
    private final List<CommandLineHarness> clones = new ArrayList<>();
    private final StringBuilder told = new StringBuilder();
    private int facts;

    History(Form form, int seed, Path folder) throws IOException {
      this.form = form;
      this.seed = seed;
      this.random = new Random(seed * 31L + form.ordinal());
      var first = CommandLineHarness.fresh(Files.createDirectories(folder.resolve("a")));
      first.after(form.start);
      if (random.nextBoolean()) {
        work(first);
      }
      commit(first);
      clones.add(first);
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        var root = folder.resolve("c" + i);
        first.scratch().git("clone", "--quiet", first.scratch().root().toString(), root.toString());
        clones.add(CommandLineHarness.in(first.scratch().at(root)));
      }
    }

    /// Returns how often clones were brought together.
    int bringTogether() throws IOException {
      var base = facts(clones.getFirst());
      for (var clone : clones) {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          work(clone);
          commit(clone);
        }
      }
      var ours = clones.getFirst();
      if (clones.size() == 3 && random.nextInt(4) == 0) {
        return octopus(ours, clones.subList(1, 3), base);
      }
      int times = 0;
      for (var theirs : clones.subList(1, clones.size())) {
        var way = Way.values()[random.nextInt(Way.values().length)];
        var expected = new TreeSet<>(facts(ours));
        if (way == Way.REVERT) {
          theirs.scratch().accepts("revert", "--no-edit", "HEAD");
        }
        expected.addAll(facts(theirs));
        expected.removeAll(base);
        bring(ours, theirs, way);
        times++;
        check(ours, expected, way.name());
      }
      return times;
    }

    /// All clones in one merge, where git can; it cannot where their lines overlap.
    private int octopus(CommandLineHarness ours, List<CommandLineHarness> others, Set<String> base)
        throws IOException {
      var expected = new TreeSet<>(facts(ours));
      var branches = new ArrayList<String>();
      for (var other : others) {
        expected.addAll(facts(other));
        var branch = "other" + branches.size();
        branches.add(branch);
        var from = other.scratch().root().toString();
        ours.scratch().git("fetch", "--quiet", from, "main:" + branch);
      }
      expected.removeAll(base);
      if (!ours.scratch().accepts("merge", "--no-edit", branches.get(0), branches.get(1))) {
        ours.scratch().git("reset", "--quiet", "--hard");
        for (var branch : branches) {
          ours.scratch().accepts("merge", "--no-edit", branch);
          merge(ours);
          commit(ours);
        }
      }
      merge(ours);
      commit(ours);
      check(ours, expected, "OCTOPUS");
      return branches.size();
    }

    private void check(CommandLineHarness ours, Set<String> expected, String way)
        throws IOException {
      var left = new TreeSet<>(expected);
      left.removeAll(facts(ours));
      left.removeAll(facts(told.toString()));
      assertThat(left)
          .as("%s, seed %s, by %s:%n%s%n%s", form, seed, way, told, document(ours))
          .isEmpty();
      assertThat(document(ours)).doesNotContain("<<<<<<<");
      var valid = ours.run("validate --format " + dialect() + " " + form.path);
      assertThat(document(ours).isEmpty() || valid.exit() == 0)
          .as("%s, seed %s, by %s:%n%s%n%s", form, seed, way, valid, document(ours))
          .isTrue();
    }

    private String dialect() {
      return form.run.substring(0, form.run.indexOf('/'));
    }

    private void work(CommandLineHarness clone) {
      var phase = form.phases.get(random.nextInt(form.phases.size()));
      var fact = "fact" + seed + "0" + facts++ + "x";
      var run = " --run " + form.run;
      var line =
          switch (random.nextInt(7)) {
            case 0 -> "note --decision " + fact + run;
            case 1 -> "note --tried " + fact + run;
            case 2 -> "note " + fact + run;
            case 3 -> "note --open " + fact + run;
            case 4 -> "task add " + fact + run;
            case 5 -> "done " + phase + " --summary " + fact + run;
            default -> "note --blocked " + fact + run;
          };
      clone.run(line);
    }

    private void commit(CommandLineHarness clone) {
      if (Files.exists(clone.scratch().root().resolve(form.path))) {
        clone.scratch().git("add", "--force", form.path);
      }
      clone.scratch().accepts("commit", "--quiet", "--allow-empty", "-m", "Work");
    }

    private void bring(CommandLineHarness ours, CommandLineHarness theirs, Way way) {
      var other = theirs.scratch().root().toString();
      var branch = "main";
      if (way == Way.RENAMED_BRANCH) {
        theirs.scratch().git("branch", "-m", "main", "trunk");
        branch = "trunk";
      }
      var git = ours.scratch();
      git.git("fetch", "--quiet", other, branch);
      switch (way) {
        case REBASE -> {
          git.accepts("rebase", "FETCH_HEAD");
          proceed(ours, "rebase");
        }
        case CHERRY_PICK -> {
          git.accepts("cherry-pick", "--allow-empty", "HEAD...FETCH_HEAD", "--right-only");
          proceed(ours, "cherry-pick");
        }
        case SQUASH -> git.accepts("merge", "--squash", "FETCH_HEAD");
        default -> git.accepts("merge", "--no-edit", "FETCH_HEAD");
      }
      merge(ours);
      commit(ours);
    }

    /// Merges each commit at which git has stopped.
    private void proceed(CommandLineHarness ours, String verb) {
      for (int i = 0; i < 12; i++) {
        merge(ours);
        if (Files.exists(ours.scratch().root().resolve(form.path))) {
          ours.scratch().git("add", "--force", form.path);
        }
        var git = ours.scratch();
        boolean goesOn = git.accepts("-c", "core.editor=true", verb, "--continue");
        boolean stopped = !git.git("diff", "--name-only", "--diff-filter=U").isEmpty();
        if (!goesOn && !stopped && !git.accepts(verb, "--skip")) {
          return;
        }
      }
    }

    private void merge(CommandLineHarness ours) {
      var merged = ours.run("merge --run " + form.run);
      told.append(merged.out()).append(merged.err());
    }

    private String document(CommandLineHarness clone) throws IOException {
      var file = clone.scratch().root().resolve(form.path);
      return Files.exists(file) ? Files.readString(file) : "";
    }

    private Set<String> facts(CommandLineHarness clone) throws IOException {
      return facts(document(clone));
    }

    private static Set<String> facts(String text) {
      var facts = new TreeSet<String>();
      var matcher = FACT.matcher(text);
      while (matcher.find()) {
        facts.add(matcher.group());
      }
      return facts;
    }
  }
}
