package dev.tidemark.app.main;

import static dev.tidemark.app.main.CommandLineHarness.ageless;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CuttingRelay.Loses;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command line that has its lines carried out by a server.
class RemoteExecutionTest {
  private static final String ONCE = "done implementation --summary Once.";

  @TempDir private Path temp;
  private CommandLineHarness here;
  private CommandLineHarness far;
  private Served served;

  @BeforeEach
  void serve() {
    here = CommandLineHarness.fresh(temp.resolve("project")).after("init", "start implement/auth");
    served = Served.at(here);
    far = by(served.url());
  }

  @AfterEach
  void end() {
    served.close();
  }

  private CommandLineHarness by(String url) {
    return here.with("TIDEMARK_SERVER", url).with("TIDEMARK_TOKEN", served.token());
  }

  @Test
  void what_is_looked_at_by_a_server_looks_the_same() {
    here.after("enter implementation", "done implementation --summary 'Größer.' --decision Yes.");

    for (var line :
        List.of("status", "status --json", "list", "list --json", "history", "show", "why")) {
      var ran = far.run(line);
      var local = here.run(line);
      assertThat(ran.exit()).as(line).isEqualTo(local.exit());
      assertThat(ageless(ran.out())).as(line).isEqualTo(ageless(local.out()));
      assertThat(ran.err()).as(line).isEqualTo(local.err());
    }
    assertThat(far.run("status --run nothing/there").exit()).isOne();
    assertThat(far.run("status --run nothing/there --json"))
        .isEqualTo(here.run("status --run nothing/there --json"));
    assertThat(served.door().lines()).isEqualTo(9);
  }

  @Test
  void what_is_changed_by_a_server_is_changed_by_whoever_asked() {
    var agent = far.with("CLAUDECODE", "1").from("src");
    here.scratch().write("src/a.ts", "export {}\n");

    var done = agent.run("done implementation --summary Works. --created a.ts --json");

    assertThat(done.exit()).as(done.toString()).isZero();
    assertThat(done.err()).isEmpty();
    assertThat(served.door().lines()).isOne();
    assertThat(here.run("history --json").out()).contains("\"name\":\"claude-code\"");
    assertThat(here.run("show").out()).contains("src/a.ts");
    far.after("enter validation", "done validation --as Bob");
    assertThat(here.run("history").out()).contains("ann").contains("Bob");
    assertThat(far.run("done validation --dry-run").exit()).isZero();
    assertThat(far.run("done nothing").exit()).isEqualTo(here.run("done nothing").exit());
  }

  @Test
  void what_only_this_process_can_do_is_done_here() {
    far.given("From standard input.\n").after("done implementation --summary -");
    here.scratch().write("summary.md", "From a file.\n");
    far.after("done validation --summary-file summary.md", "doctor", "config show", "version");

    assertThat(far.run("approve review").exit()).isEqualTo(here.run("approve review").exit());
    assertThat(served.door().lines()).isZero();
    assertThat(here.run("show").out()).contains("From standard input.", "From a file.");
  }

  @Test
  void a_token_with_a_name_of_its_own_does_what_it_is_for_in_that_name() {
    var reader = here.run("serve token add reader --scope read --json").string("token");
    var writer =
        here.run("serve token add writer --scope read --scope write --json").string("token");

    assertThat(far.with("TIDEMARK_TOKEN", reader).run("status").exit()).isZero();
    var refused = far.with("TIDEMARK_TOKEN", reader).run("enter implementation --json");
    assertThat(refused.exit()).isOne();
    assertThat(refused.json().object("error").string("message")).contains("no right to write");
    far.with("TIDEMARK_TOKEN", writer).after("enter implementation --as Ann");
    assertThat(here.run("history").out()).contains("writer").doesNotContain("Ann");
    assertThat(far.with("TIDEMARK_TOKEN", "wrong").run("status").err()).contains("refuses this");
    assertThat(far.with("TIDEMARK_TOKEN", "").run("status").err()).contains("without a token");
    assertThat(far.with("TIDEMARK_SERVER", "http://example.org:1").run("status").err())
        .contains("is no address of a server here");
  }

  @Test
  void another_project_is_refused_and_other_settings_are_obeyed_here() {
    var other = CommandLineHarness.fresh(temp.resolve("other")).after("start implement/else");
    var astray =
        other
            .with("TIDEMARK_SERVER", served.url())
            .with("TIDEMARK_TOKEN", served.token())
            .run("enter implementation --json");
    assertThat(astray.exit()).isOne();
    assertThat(astray.json().object("error").string("message"))
        .contains("which is not the project meant");
    assertThat(here.run("history").out() + other.run("history").out()).doesNotContain("entered");

    var otherwise = far.with("TIDEMARK_DIALECT", "phase").run("status --json");
    assertThat(otherwise.err()).contains("other variables").contains("done here instead");
    assertThat(otherwise.out())
        .isEqualTo(here.with("TIDEMARK_DIALECT", "phase").run("status --json").out());
  }

  @Test
  void where_nobody_answers_it_is_done_here_and_said() throws Exception {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      port = free.getLocalPort();
    }

    var ran = by("http://127.0.0.1:" + port).run("enter implementation --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("cannot be reached").contains("done here instead");
    assertThat(ran.json().isTrue("ok")).isTrue();
  }

  @Test
  void a_change_that_got_lost_on_its_way_is_made_once() throws Exception {
    int before = entries();
    try (var relay = CuttingRelay.before(served, Loses.REQUESTS)) {
      // A server that has begun only just now cannot tell what came before.
      Thread.sleep(1_500);
      var ran = by(relay.url().replace("127.0.0.1", "localhost")).run(ONCE);

      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(ran.err()).contains("done here instead");
      assertThat(relay.lines()).isOne();
    }
    assertThat(entries()).isEqualTo(before + 1);
  }

  @Test
  void a_change_whose_answer_got_lost_is_asked_after_and_not_repeated() throws Exception {
    int before = entries();
    try (var relay = CuttingRelay.before(served, Loses.ANSWERS)) {
      var ran = by(relay.url()).run(ONCE + " --json");

      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(ran.json().isTrue("ok")).isTrue();
      assertThat(ran.err()).isEmpty();
      assertThat(relay.lines()).isOne();
    }
    assertThat(entries()).isEqualTo(before + 1);
  }

  @Test
  void what_nobody_can_tell_is_said_to_be_unknown() throws Exception {
    int before = entries();
    try (var relay = CuttingRelay.before(served, Loses.ANSWERS_AND_QUESTIONS)) {
      var ran = by(relay.url()).run(ONCE + " --json");

      assertThat(ran.exit()).isOne();
      assertThat(ran.json().object("error").string("code")).isEqualTo("outcome-unknown");
      assertThat(relay.lines()).isOne();
      assertThat(by(relay.url()).run("status").err()).contains("done here instead");
    }
    assertThat(entries()).isEqualTo(before + 1);
  }

  private int entries() {
    return here.run("history --json").each("entries", "at").size();
  }

  @Test
  void a_line_that_is_sent_loads_neither_store_nor_driver() throws Exception {
    var words = ChildProcess.program("-Xlog:class+load:stdout", "-Xshare:auto");
    words.addAll(List.of("status", "--json"));
    var ran = ChildProcess.command(far, words).end();

    assertThat(ran.exit()).isZero();
    assertThat(Trained.names(ran.lines()))
        .contains("dev.tidemark.app.http.LocalServer")
        .noneMatch(name -> name.startsWith("java.net.http.") || name.startsWith("javax.net."))
        .noneMatch(name -> name.startsWith("org.") || name.startsWith("java.util.regex."))
        .noneMatch(name -> name.startsWith("dev.tidemark.library.Project"))
        .noneMatch(name -> name.startsWith("java.util.stream."));
    assertThat(Files.exists(here.folder().resolve(".tidemark"))).isTrue();
  }
}
