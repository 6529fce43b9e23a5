package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What can be looked at over HTTP is what the verbs print.
class LookingOverHttpTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void twoRuns() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {};\n");
    tidemark.after(
        "start implement/auth",
        "done implementation --summary Works. --created a.ts",
        "skip validation",
        "finish");
    tidemark.after("start implement/login");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/overview, watch",
    "/api/activity, history --all",
    "/api/activity?limit=1&event=phase, history --all --limit 1 --event phase",
    "/api/runs, list",
    "/api/runs?all=true, list --all",
    "'', status",
    "/brief, resume --dry-run",
    "/brief?phase=implementation, resume --dry-run --phase implementation",
    "/history, history",
    "/history?limit=1, history --limit 1",
    "/document, show",
    "/file?path=a.ts, show --file a.ts",
    "/saves/1, show --at 1",
    "/diff, diff",
    "/diff?from=0&to=2&all=true, diff --from 0 --to 2 --all",
    "/gates, gate --dry-run",
    "/why, why",
    "/attempts, run log",
    "/approval?phase=implementation, approve implementation --dry-run"
  })
  void each_address_answers_what_its_verb_prints(String path, String line) {
    try (var served = Served.at(tidemark)) {
      boolean whole = path.startsWith("/api");
      var reply = Visitor.bearer(served).get(whole ? path : RUN + path);

      var ran = tidemark.run(line + " --json" + (whole ? "" : " --run state/implement/auth"));
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("content-type")).isEqualTo("application/json");
      assertThat(timeless(reply.body())).isEqualTo(timeless(ran.out()));
    }
  }

  /// A brief says how old things are.
  private static String timeless(String text) {
    return text.replaceAll("\\d+ s(econds?)? ago", "just now")
        .replaceAll("\"at\":\"[^\"]*\"", "at");
  }

  @Test
  void what_is_wrong_has_the_status_that_says_so() {
    try (var served = Served.at(tidemark)) {
      var program = Visitor.bearer(served);

      assertThat(program.get("/api/runs/no%2Fsuch").status()).isEqualTo(404);
      assertThat(program.get("/api/runs/state/implement/auth").status()).isEqualTo(404);
      assertThat(program.get(RUN + "/saves/99").status()).isEqualTo(404);
      assertThat(program.get(RUN + "/saves/x").status()).isEqualTo(400);
      assertThat(program.get(RUN + "/attempts/1").status()).isEqualTo(404);
      assertThat(program.get(RUN + "/approval").status()).isEqualTo(400);
      assertThat(program.get("/api/runs/%FF").status()).isEqualTo(400);
      assertThat(program.get("/api/runs/%zz").status()).isEqualTo(400);
      assertThat(program.ask("DELETE", "/api/runs", null).status()).isEqualTo(405);
      assertThat(program.ask("DELETE", "/api/runs", null).header("allow")).contains("GET");
      tidemark.scratch().write(".claude/state/implement-auth.json", "{broken");
      assertThat(program.get(RUN).status()).isEqualTo(422);
    }
  }

  @Test
  void no_value_passes_for_an_option() {
    try (var served = Served.at(tidemark)) {
      var program = Visitor.bearer(served);

      assertThat(program.get("/api/runs/--help").json().isTrue("ok")).isFalse();
      assertThat(program.get(RUN + "/history?limit=1%20--help").status()).isEqualTo(400);
      assertThat(program.get(RUN + "/approval?phase=--help").status()).isEqualTo(404);
    }
  }

  @Test
  void looking_changes_nothing() {
    try (var served = Served.at(tidemark)) {
      var program = Visitor.bearer(served);
      var before = tidemark.run("history --json --run state/implement/auth").out();

      for (var path : List.of("", "/brief", "/gates", "/why", "/approval?phase=implementation")) {
        program.get(RUN + path);
      }

      assertThat(tidemark.run("history --json --run state/implement/auth").out()).isEqualTo(before);
    }
  }
}
