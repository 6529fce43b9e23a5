package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command line whose commands the server in `TIDEMARK_URL` executes, from a folder without a
/// project.
class RemoteCommandTest {
  @TempDir private Path temp;
  private CommandLineHarness there;
  private CommandLineHarness elsewhere;
  private Served served;
  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeEach
  void serve() throws IOException {
    there = CommandLineHarness.fresh(temp.resolve("there")).after("init");
    served = Served.at(there);
    open.add(served);
    var folder = Files.createDirectory(temp.resolve("elsewhere"));
    elsewhere = there.from(folder).with("TIDEMARK_TOKEN", served.token());
  }

  @AfterEach
  void end() throws Exception {
    for (var one : open) {
      one.close();
    }
  }

  private CommandLineHarness at(String url) {
    return elsewhere.with("TIDEMARK_URL", url);
  }

  private CommandLineHarness remote() {
    return at(served.url());
  }

  private String history() {
    return there.run("history --run implement/auth").out();
  }

  /// Serves in the place of a server.
  private String handling(HttpHandler handler) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", handler);
    server.start();
    open.add(() -> server.stop(0));
    return "http://localhost:" + server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    try (exchange) {
      var bytes = text.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /// Passes a request on to a server and returns its answer.
  private static String passed(HttpExchange exchange, Served served) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(served.url() + exchange.getRequestURI()))
            .header("Authorization", "Bearer " + served.token())
            .POST(BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString()).body();
    } catch (InterruptedException ending) {
      throw new IOException(ending);
    }
  }

  private static String comparable(String text) {
    return CommandLineHarness.ageless(text)
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+(Z|[+-]\\d\\d:\\d\\d)", "TIME")
        .replaceAll("\\b[0-9a-f]{7,64}\\b", "HASH");
  }

  @Test
  void a_remote_command_prints_what_a_local_one_prints() {
    var twin = CommandLineHarness.fresh(temp.resolve("twin")).after("init");
    twin = twin.with("AI_AGENT", "ann").with("TZ", "Asia/Tokyo");
    for (var line :
        List.of(
            "start implement/auth --goal 'Ship it'",
            "enter implementation",
            "note 'Two tables' --quiet",
            "done implementation --summary -",
            "done validation --summary ''",
            "enter nowhere",
            "skip validation",
            "list",
            "list --json",
            "status",
            "status --json",
            "status --run no/such --json",
            "history --local",
            "history --json",
            "resume",
            "resume --json --dry-run",
            "why",
            "gate",
            "show",
            "diff --all",
            "undo",
            "finish",
            "workflows list",
            "list --all",
            "status --bogus",
            "version")) {
      var local = twin.given("From stdin\n").run(line);
      var far = remote().with("TZ", "Asia/Tokyo").given("From stdin\n").run(line);

      assertThat(far.exit()).as("%s: %s", line, far).isEqualTo(local.exit());
      assertThat(comparable(far.out())).as(line).isEqualTo(comparable(local.out()));
      assertThat(comparable(far.err())).as(line).isEqualTo(comparable(local.err()));
    }
    assertThat(temp.resolve("elsewhere")).isEmptyDirectory();
  }

  @Test
  void the_server_records_the_name_of_the_token_and_no_other() {
    remote().with("USER", "mallory").after("start implement/auth");

    assertThat(there.run("history --json").out())
        .contains("{\"kind\":\"agent\",\"name\":\"ann\"")
        .doesNotContain("mallory");
    assertThat(remote().run("note x --as mallory").err())
        .contains("--as does not work with TIDEMARK_URL");
  }

  @Test
  void a_file_is_named_from_the_root_of_the_work_tree_and_a_summary_is_read_here()
      throws IOException {
    var mine =
        CommandLineHarness.fresh(temp.resolve("mine"))
            .with("TIDEMARK_URL", served.url())
            .with("TIDEMARK_TOKEN", served.token());
    mine.scratch().write("src/a.ts", "export {}\n").write("src/s.txt", "Read on this machine\n");
    there.scratch().write("src/a.ts", "export {}\n");
    there.after("start implement/auth");

    mine.from("src").after("done implementation --created a.ts --summary-file s.txt");

    assertThat(there.run("show").out()).contains("\"src/a.ts\"", "Read on this machine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gate run tests",
        "run",
        "install claude-code",
        "verify",
        "merge",
        "init",
        "doctor",
        "adopt",
        "serve",
        "mcp",
        "serve token list",
        "config set store files",
        "gate ship",
        "trust",
        "claim",
        "export x.zip",
        "status --root .",
        "status --verbose",
        "start implement/x --plan plan.md"
      })
  void a_command_that_needs_the_work_tree_says_so_and_sends_nothing(String line) {
    var ran = at("http://localhost:1").run(line);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err().contains("it needs the work tree"))
        .as(ran.err())
        .isEqualTo(!line.contains(" --"));
    assertThat(ran.err())
        .contains(" does not work with TIDEMARK_URL")
        .contains("hint: ", " in the work tree", ": unset TIDEMARK_URL");
  }

  @Test
  void hooks_and_the_merge_driver_of_git_stay_with_their_work_tree() {
    assertThat(at("http://localhost:1").run("hook claude-code SessionStart").err())
        .doesNotContain("TIDEMARK_URL");
    assertThat(at("http://localhost:1").run("merge driver a b c").err())
        .doesNotContain("TIDEMARK_URL");
  }

  @Test
  void the_answer_that_was_lost_is_asked_for_again_and_nothing_is_changed_twice()
      throws IOException {
    var requests = new ArrayList<String>();
    var url =
        handling(
            exchange -> {
              var body = passed(exchange, served);
              requests.add(body);
              if (requests.size() == 1) {
                exchange.close();
              } else {
                answer(exchange, 200, body);
              }
            });
    there.after("start implement/auth");

    var ran = at(url).run("note 'Only once'");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(requests).hasSize(2);
    assertThat(requests.getFirst()).isEqualTo(requests.getLast());
    assertThat(history().split("Only once", -1)).hasSize(2);
  }

  @Test
  void a_server_that_was_restarted_does_not_execute_a_change_again() throws IOException {
    var requests = new ArrayList<String>();
    var url =
        handling(
            exchange -> {
              if (requests.isEmpty()) {
                requests.add(passed(exchange, served));
                served.close();
                exchange.close();
                return;
              }
              var restarted = Served.at(there);
              open.add(restarted);
              answer(exchange, 409, passed(exchange, restarted));
            });
    there.after("start implement/auth");

    var ran = at(url).run("note 'Only once'");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("the server was restarted; whether the command was executed before is not known")
        .contains("hint: Look at the newest entry before you repeat it: tidemark history");
    assertThat(history().split("Only once", -1)).hasSize(2);
  }

  @Test
  void a_server_that_never_answers_leaves_the_outcome_open_for_a_change_only() throws IOException {
    var url = handling(HttpExchange::close);

    assertThat(at(url).run("note x").err())
        .contains("whether the command was executed is not known");
    assertThat(at(url).run("status").err())
        .contains("no answer from the server", "nothing was done");
    var gone = at("http://localhost:1").run("note x --json");
    assertThat(gone.exit()).isEqualTo(1);
    assertThat(gone.out()).contains("\"code\":\"unreachable\"", "nothing was done");
  }

  @Test
  void the_token_goes_over_tls_only_and_follows_no_redirect_and_is_never_shown()
      throws IOException {
    var followed = new ArrayList<String>();
    var target = handling(exchange -> followed.add("" + exchange.getRequestURI()));
    var redirecting =
        handling(
            exchange -> {
              exchange.getResponseHeaders().set("Location", target + "/api/commands");
              answer(exchange, 307, exchange.getRequestHeaders().getFirst("Authorization"));
            });
    var echoing =
        handling(
            exchange ->
                answer(exchange, 200, exchange.getRequestHeaders().getFirst("Authorization")));
    for (var url :
        List.of(
            redirecting,
            echoing,
            "http://example.org",
            "ftp://localhost/",
            "not an address",
            "https://ann:" + served.token() + "@localhost/")) {
      var ran = at(url).run("status --json");

      assertThat(ran.exit()).as(url).isEqualTo(1);
      assertThat(ran.err()).as(url).contains("the server in TIDEMARK_URL");
      assertThat(ran.toString()).as(url).doesNotContain(served.token());
    }
    assertThat(followed).isEmpty();
  }

  @Test
  void a_certificate_that_is_not_trusted_gets_no_token() throws Exception {
    var keys = TlsKey.in(temp);
    var owner = there.with("TIDEMARK_TLS_PASSWORD", TlsKey.PASSWORD);
    var secure = Served.at(owner, "--tls", keys.toString());
    open.add(secure);

    assertThat(at(secure.url()).run("status").err())
        .contains("no safe connection could be made; nothing was done");
  }

  @Test
  void another_version_and_a_wrong_token_are_told() throws IOException {
    var newer =
        handling(
            exchange ->
                answer(
                    exchange,
                    200,
                    "{\"release\":\"9.9.9\",\"exit\":3,\"out\":\"so\\n\",\"err\":\"no\\n\"}"));

    var ran = at(newer).run("status");
    var wrong = remote().with("TIDEMARK_TOKEN", "x").run("status");
    var without = remote().with("TIDEMARK_TOKEN", "").run("status");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.out()).isEqualTo("so\n");
    assertThat(ran.err()).contains("the server has version 9.9.9, this is ", "no\n");
    assertThat(wrong.err()).contains("the server does not accept the token in TIDEMARK_TOKEN");
    assertThat(without.err()).contains("TIDEMARK_URL is set, but TIDEMARK_TOKEN is not");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/projects/project"})
  void a_person_at_a_terminal_approves_what_the_server_shows_and_an_agent_does_not(String path)
      throws IOException {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    there
        .scratch()
        .write("design.md", "# Two tables\n")
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [design, {name: publish, gates: [{approval: design}]}]\n");
    there.after("start release/v1", "done design --summary Simple --created design.md");
    var folder = there.folder().toString();
    var person =
        path.isEmpty() ? Served.byPerson(there) : Served.byPerson(there, "--project", folder);
    open.add(person);
    var remote = at(person.url() + path).with("TIDEMARK_TOKEN", person.token());
    var terminal = new AtTerminal(remote, temp);

    var agent = new AtTerminal(remote.with("CLAUDECODE", "1"), temp).agent("approve", "design");
    var refused = remote.run("approve design");
    var no = terminal.said(terminal.words("detach", "", "approve", "design"));
    var yes = terminal.person("approve", "design");

    assertThat(agent).contains("belongs to claude-code").doesNotContain("Approve design?");
    assertThat(refused.err()).contains("this needs a person at an interactive terminal");
    assertThat(no).contains("| # Two tables", "not approved", "exit 1\n");
    assertThat(yes).contains("  Simple", "Approve design? [y/N] ", "exit 0\n");
    assertThat(there.run("history").out()).contains("design approved (login, ");
  }
}
