package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A project whose runs are kept in a PostgreSQL, from the command line.
class SharedStoreTest {
  @TempDir private Path folder;

  private CommandLineHarness tree(String name, String address) {
    var scratch = ScratchRepository.in(folder.resolve(name));
    return CommandLineHarness.in(scratch).with("TIDEMARK_STORE", address);
  }

  @Test
  void two_work_trees_share_a_run() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", address);
    var two = tree("two", address);
    one.after("start implement auth --phases design,build", "enter design");
    assertThat(two.run("status --run implement/auth").out()).contains("design");
    two.after("done design --run implement/auth --summary 'Tokens, not sessions.'");
    assertThat(one.run("resume --run implement/auth").out()).contains("Tokens, not sessions.");
    assertThat(one.run("history --run implement/auth").out()).contains("design");
    assertThat(two.run("list").out()).contains("implement/auth");
    assertThat(Files.exists(one.scratch().state().resolve("journal"))).isFalse();
  }

  @Test
  void files_that_another_clone_made_are_to_be_pulled_not_made_again() throws Exception {
    var address = PostgresServer.running().fresh();
    var origin = ScratchRepository.in(folder.resolve("shop"));
    var first = origin.commit("Begin");
    origin.git("config", "receive.denyCurrentBranch", "updateInstead");
    var bob = cloned(origin, "bob").with("TIDEMARK_STORE", address).with("TIDEMARK_ACTOR", "bob");
    var ann = cloned(origin, "ann").with("TIDEMARK_STORE", address);
    bob.after("start implement/auth --phases design,build,test", "done design", "enter build");
    bob.scratch().write("src/b.ts", "export {}\n");

    bob.after("done build --created src/b.ts --summary 'Built.'");
    var brief = ann.run("resume --run implement/auth");
    var json = ann.run("resume --run implement/auth --json");

    assertThat(brief.out())
        .contains(
            "src/b.ts, which build reported, is not in this work tree; recorded in bob:bob at "
                + first.substring(0, 7),
            "git pull")
        .doesNotContain("re-run", "rerun", "redo", "artifact-missing", "tidemark enter build");
    assertThat(json.each("doubts", "code")).containsOnlyOnce("artifact-elsewhere");
    assertThat(json.json().object("verdict").string("kind")).isEqualTo("ask");

    bob.scratch().commit("Build");
    bob.scratch().git("push", "--quiet", "origin", "main");
    ann.scratch().git("pull", "--quiet");

    assertThat(ann.run("resume --run implement/auth").out())
        .doesNotContain("not in this work tree")
        .contains("tidemark enter test --run state/implement/auth");
  }

  @ParameterizedTest
  @CsvSource({
    "item/epic/E-1, done 0 --no-commit --created src/b.ts",
    "phase/dev, done 2-plan --run phase/dev --created src/b.ts"
  })
  void formats_that_assign_no_file_to_a_phase_locate_it_too(String run, String done)
      throws Exception {
    var address = PostgresServer.running().fresh();
    var origin = ScratchRepository.in(folder.resolve("shop"));
    origin.commit("Begin");
    var bob = cloned(origin, "bob").with("TIDEMARK_STORE", address).with("TIDEMARK_ACTOR", "bob");
    var ann = cloned(origin, "ann").with("TIDEMARK_STORE", address);
    bob.after("start " + run);
    bob.scratch().write("src/b.ts", "export {}\n");
    bob.after(done);

    assertThat(ann.run("resume --run " + run).out())
        .contains("src/b.ts is not in this work tree; recorded in bob:bob", "git pull")
        .doesNotContain("re-run", "artifact-missing");
    assertThat(bob.run("resume --run " + run).out()).doesNotContain("not in this work tree");
  }

  private CommandLineHarness cloned(ScratchRepository origin, String name) {
    origin.git("clone", "--quiet", origin.root().toString(), "../" + name);
    return CommandLineHarness.in(origin.at(Path.of("../" + name)));
  }

  @Test
  void runs_move_to_a_shared_store_and_back_byte_for_byte() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", "");
    one.after(
        "init",
        "start implement auth --phases design,build",
        "enter design",
        "done design --summary 'Tokens, not sessions.'",
        "start design/key --phases a,b");
    var journal = one.scratch().state().resolve("journal/state/design-key.json/000001.jsonl");
    var before = Files.readString(journal);
    assertThat(one.words("store", "move", address, "--dry-run").exit()).isZero();
    assertThat(one.words("store", "move", address).out()).contains("2 runs moved");
    assertThat(one.run("config store").out()).contains(address);
    one.after("export there.zip");
    assertThat(Files.exists(journal)).isFalse();
    assertThat(one.words("store", "move", address, "--from", "files").exit()).isZero();
    assertThat(one.run("store sync").out()).contains("every file is as the store has it");
    one.scratch().write(".claude/state/implement-auth.json", "{}\n");
    assertThat(one.run("store sync").exit()).isOne();
    assertThat(one.run("store sync --take-files").exit()).isZero();
    assertThat(one.run("undo --run implement/auth").exit()).isZero();
    one.after("store move files", "status --run implement/auth", "doctor");
    assertThat(one.run("history --run implement/auth").out()).contains("design");
    assertThat(Files.readString(journal)).isEqualTo(before);
  }

  @Test
  void a_run_that_another_work_tree_has_claimed_is_not_driven() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", address);
    var two = tree("two", address);
    one.after("start implement/auth --phases design,build");
    two.after("claim --run implement/auth");
    var ran = one.run("run implement/auth --command false");
    assertThat(ran.exit()).isEqualTo(ExitCode.LEASE_LOST.code());
    assertThat(ran.err()).contains("state/implement/auth is claimed by ", "tidemark claim");
    assertThat(one.run("run log --run implement/auth").out()).contains("has no attempts");
  }

  @Test
  void who_sleeps_beyond_the_claim_is_overtaken_and_refused() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", address);
    var two = tree("two", address);
    one.after("start implement auth --phases design,build", "enter design");
    var sleeper = one.start("claim --run implement/auth --for 5 --hold");
    try {
      while (two.run("claim --run implement/auth --dry-run").out().contains("is not claimed")) {
        Thread.sleep(50);
      }
      assertThat(two.run("claim --run implement/auth").err()).contains("is claimed by");
      assertThat(two.run("done design --run implement/auth --summary 'Mine.'").exit()).isOne();
      sleeper.signal("STOP");
      var taken = two.run("claim --run implement/auth --for 600 --json");
      while (taken.exit() != 0) {
        Thread.sleep(100);
        taken = two.run("claim --run implement/auth --for 600 --json");
      }
      assertThat(taken.json().string("taken_from")).contains("one");
      two.after(
          "done design --run implement/auth --summary 'Tokens, not sessions.'",
          "enter build --run implement/auth",
          "done build --run implement/auth --summary 'Built.'",
          "finish --run implement/auth");
    } finally {
      sleeper.signal("CONT");
    }
    var woken = sleeper.end();
    assertThat(woken.exit()).isOne();
    assertThat(woken.err()).contains("is no longer claimed here").contains("took over");
    var late = one.run("start implement auth --phases design,build --fresh --json");
    assertThat(late.exit()).isOne();
    assertThat(late.json().object("error").string("code")).isEqualTo("stale-owner");
    assertThat(two.run("list --all").out()).contains("implement/auth");
    assertThat(two.run("claim --release --run implement/auth").out()).contains("is released");
    assertThat(one.run("claim --release --run implement/auth").out())
        .contains("was not claimed here");
    assertAllOfItIsTold(two.run("history --run implement/auth --limit 100").out());
    one.after("start implement auth --phases design,build --fresh");
  }

  private static void assertAllOfItIsTold(String history) {
    assertThat(history)
        .containsPattern("claimed by \\S+one\\S* \\(fence 1\\)\n")
        .containsPattern("claimed by \\S+two\\S* \\(fence 2\\), taken over from \\S+one")
        .containsPattern("released by \\S+two\\S* \\(fence 2\\)");
  }

  @Test
  void claims_move_with_the_run_byte_for_byte() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", "");
    one.after("init", "start implement auth --phases design,build");
    one.words("store", "move", address);
    one.after("claim --run implement/auth", "enter design", "claim --release --run implement/auth");
    var there = one.run("history --run implement/auth --json").out();
    assertThat(there).contains("lease.acquired").contains("lease.released");
    one.after("store move files", "doctor");
    assertThat(one.run("history --run implement/auth --json").out()).isEqualTo(there);
    var journal = one.scratch().state().resolve("journal/state/implement-auth.json/000001.jsonl");
    var before = Files.readString(journal);
    assertThat(before).contains("lease.acquired").contains("lease.released");
    assertThat(one.words("store", "move", address).exit()).isZero();
    assertThat(Files.exists(journal)).isFalse();
    one.after("store move files");
    assertThat(Files.readString(journal)).isEqualTo(before);
  }

  @Test
  void a_secret_goes_out_of_what_the_database_has_set_aside() {
    var secret = "correct horse battery";
    var address = PostgresServer.running().fresh();
    var schema = address.substring(address.indexOf('=') + 1);
    var one = tree("one", address).after("start implement/auth --phases design,build");
    var damaged = ("{ " + secret).getBytes(StandardCharsets.UTF_8);
    PostgresServer.running().execute(schema, "update run set document = ?", new Object[] {damaged});
    one.after("enter design --run implement/auth");

    var dry = one.given(secret).run("redact --dry-run --json");
    var ran = one.given(secret).run("redact");

    assertThat(dry.out()).contains(".claude/state/implement-auth.json.corrupt-");
    assertThat(ran.out()).contains("1 kept file").doesNotContain(secret);
    assertThat(one.given(secret).run("redact").lines()).containsExactly("it is in none of 1 run");
    assertThat(one.run("doctor --run implement/auth").out()).doesNotContain("error");
  }

  @Test
  void a_store_that_does_not_answer_is_not_taken_for_several_runs_of_one_name() {
    var tidemark =
        CommandLineHarness.fresh(folder)
            .with("TIDEMARK_STORE", "postgresql://ann@127.0.0.1:1/postgres?schema=nobody");

    var ran = tidemark.run("done build --run implement/auth");

    assertThat(ran.err()).contains("cannot be reached").doesNotContain("several runs");
    assertThat(ran).isEqualTo(tidemark.run("done build --run state/implement/auth"));
  }
}
