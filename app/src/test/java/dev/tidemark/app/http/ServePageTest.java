package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.ServeProcess;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `docs/serve.md` shows can be done as it is shown.
class ServePageTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ tidemark (serve token .*)$");
  private static final Pattern ADDRESS =
      Pattern.compile("`(GET|POST) (/[^ `?]*)(?:\\?[^`]*)?`(?:, `(?:POST )?(/[^`]*)`)?");
  private static final Pattern BELOW = Pattern.compile("`(/[a-z]+)(?:/N)?(?:\\?[^`]*)?`");
  private static final Pattern BODY = Pattern.compile("`(\\{\"[^`]*})`");
  private static final Pattern NAMED = Pattern.compile("`(/api/runs/[^`]*%2F[^`]*)`");

  private static final Pattern STARTED =
      Pattern.compile("(?m)^```\\n\\$ tidemark (serve --port 0)\\n(\\S+)\\n(\\S+)\\n```$");
  private static final Pattern REQUEST =
      Pattern.compile(
          "(?m)^curl -H \"(\\S+): (Bearer (\\S+))\" (http://127[.]0[.]0[.]1:\\d+)(/\\S+)$");

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Files.readString(Repository.root().resolve("docs/serve.md"));
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  private List<String> found(Pattern pattern) {
    return pattern.matcher(page).results().map(match -> match.group(1)).toList();
  }

  @Test
  void its_server_starts_prints_that_and_answers_its_request() throws Exception {
    var project = CommandLineHarness.fresh(temp.resolve("other"));
    project.after("start implement/auth --phases design,code");
    var block = STARTED.matcher(page);
    var request = REQUEST.matcher(page);
    assertThat(block.find() && request.find()).isTrue();

    try (var server = ServeProcess.start(project, List.of(block.group(1).split(" ")));
        var client = HttpClient.newHttpClient()) {
      assertThat(shape(server.lines())).isEqualTo(shape(List.of(block.group(2), block.group(3))));
      var asking = HttpRequest.newBuilder(URI.create(server.url() + request.group(5)));
      var token = request.group(2).replace(request.group(3), server.token());
      var known = asking.copy().header(request.group(1), token).build();
      var unknown = asking.copy().header(request.group(1), request.group(2)).build();
      var answer = client.send(known, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("state/implement/auth", "design");
      assertThat(client.send(unknown, BodyHandlers.ofString()).statusCode()).isEqualTo(401);

      assertThat(server.end()).isZero();
    }
  }

  /// What is different each time is not compared.
  private static List<String> shape(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll(":\\d+", ":PORT").replaceAll("token=.*", "token=TOKEN"))
        .toList();
  }

  @Test
  void its_commands_of_tokens_do_what_it_says() {
    var commands = found(COMMAND);
    assertThat(commands).hasSize(4);
    var exits = new ArrayList<Integer>();
    for (var command : commands) {
      exits.add(tidemark.run(command).exit());
    }

    // Nobody is at a terminal here, so the token that approves is refused.
    assertThat(exits).containsExactly(0, 4, 0, 0);
    assertThat(tidemark.run("serve token list").out()).doesNotContain("build", "ann");
  }

  @Test
  void every_address_of_its_table_is_a_route_and_no_route_of_the_interface_is_missing() {
    try (var served = Served.at(tidemark)) {
      var told = new TreeSet<String>();
      var table = page.substring(page.indexOf("| address |"), page.indexOf("The status goes"));
      for (var line : table.lines().filter(row -> row.startsWith("|")).toList()) {
        var cell = line.split("\\|", -1)[1];
        var whole = ADDRESS.matcher(cell).results().toList();
        for (var match : whole) {
          told.add(match.group(1) + " " + match.group(2).replace("RUN", "{run}"));
          if (match.group(3) != null) {
            told.add(match.group(1) + " " + match.group(3));
          }
        }
        if (whole.isEmpty()) {
          for (var match : BELOW.matcher(cell).results().toList()) {
            var path = match.group(1);
            var number = path.equals("/attempts") ? "/{attempt}" : "/{entry}";
            told.add("GET /api/runs/{run}" + path + (match.group().contains("/N") ? number : ""));
          }
        }
      }
      var routes = new TreeSet<String>();
      for (var route : served.door().allRoutes()) {
        routes.add(route.method() + " " + route.template());
      }
      // The pages of the dashboard are not of the interface, and a session of agents has its own.
      routes.removeAll(
          List.of(
              "GET /",
              "GET /activity",
              "GET /timeline",
              "GET /runs/{run}",
              "GET /assets/{file}",
              "DELETE /mcp",
              "GET /mcp"));

      assertThat(told).isEqualTo(routes);
    }
  }

  @Test
  void the_run_that_it_names_is_found_by_that_address() {
    try (var served = Served.at(tidemark)) {
      var named = found(NAMED);
      assertThat(named).isNotEmpty();
      for (var path : named) {
        var reply = Visitor.bearer(served).get(path);
        assertThat(reply.status()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void its_bodies_are_taken_as_they_stand() {
    try (var served = Served.byPerson(tidemark)) {
      var program = Visitor.bearer(served);
      var run = "/api/runs/state%2Fimplement%2Fauth";
      int changes = 0;
      for (var body : found(BODY)) {
        var json = (JsonObject) JsonText.parse(body);
        if (json.has("action")) {
          var reply = program.post(run + "/changes", body);
          assertThat(reply.status()).as(reply.body()).isEqualTo(200);
          changes++;
        } else if (json.has("to")) {
          var reply = program.post(run + "/restore", body.replace("3", "1"));
          assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        } else {
          assertThat(json.has("seen")).as(body).isTrue();
          assertThat(program.post(run + "/approve", body).code()).isEqualTo("login");
        }
      }
      assertThat(changes).isPositive();
    }
  }
}
