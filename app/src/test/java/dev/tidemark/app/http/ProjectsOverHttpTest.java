package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One server for several projects: each request reaches the project in its address, and no other.
class ProjectsOverHttpTest {
  private static final String AUTH = "/api/runs/state%2Fimplement%2Fauth";
  private static final String DONE =
      "{\"action\":\"done\",\"phase\":\"implementation\",\"summary\":\"Works.\"}";

  @TempDir private Path temp;
  private CommandLineHarness shop;
  private CommandLineHarness blog;
  private Served served;

  @BeforeEach
  void serve() throws IOException {
    var gone = project("gone");
    shop = project("shop").after("start implement/auth");
    blog = project("blog").after("start implement/auth");
    // Variables and the working folder of the server lead to another project than those served.
    var elsewhere = gone.folder().toString();
    var server =
        gone.with("GIT_ROOT", elsewhere)
            .with("GIT_DIR", elsewhere + "/.git")
            .with("GIT_WORK_TREE", elsewhere);
    served = Served.byPerson(server, "--project", folder(shop), "--project", folder(blog));
  }

  /// One user owns them all.
  private CommandLineHarness project(String name) {
    return CommandLineHarness.fresh(temp.resolve(name))
        .with("XDG_CONFIG_HOME", temp.resolve("config").toString())
        .after("init");
  }

  @AfterEach
  void end() {
    served.close();
  }

  private static String folder(CommandLineHarness project) {
    return project.folder().toString();
  }

  private static String at(String project, String path) {
    return "/projects/" + project + "-project" + path;
  }

  private static String token(CommandLineHarness project, String line) {
    return project.run("serve token add " + line).out().strip();
  }

  private Visitor bearer(String token) {
    return Visitor.of(served).with("Authorization: Bearer " + token);
  }

  @Test
  void a_change_reaches_the_project_in_its_address_and_no_other() {
    var all = Visitor.bearer(served);
    var before = shop.run("history --json --run implement/auth").out();

    assertThat(all.post(at("blog", AUTH + "/changes"), DONE).status()).isEqualTo(200);
    assertThat(
            all.post(at("blog", "/api/runs"), "{\"workflow\":\"implement\",\"item\":\"pay\"}")
                .status())
        .isEqualTo(200);

    assertThat(shop.run("history --json --run implement/auth").out()).isEqualTo(before);
    assertThat(blog.run("show --run implement/auth").out()).contains("Works.");
    assertThat(all.get(at("shop", "/api/runs")).body()).doesNotContain("implement/pay");
    assertThat(all.get(at("blog", "/api/runs")).body()).contains("implement/pay");
    assertThat(all.get("/api/runs").status()).isEqualTo(404);
    assertThat(all.get("/projects/none/api/runs").code()).isEqualTo("no-project");
  }

  @Test
  void whether_a_project_exists_is_told_to_users_only() {
    var anyone = Visitor.of(served);
    for (var path :
        List.of(
            "/",
            "/timeline",
            "/runs/state%2Fx",
            "/healthz",
            "/api/runs",
            "/api/session",
            "/no-such-address",
            "/api/no-such-address")) {
      var known = anyone.get(at("shop", path));
      var unknown = anyone.get("/projects/none" + path);

      assertThat(unknown.status()).as(path).isEqualTo(known.status());
      assertThat(unknown.body()).as(path).isEqualTo(known.body());
    }
    // A method that no route has.
    for (var path : List.of("/", "/api/runs")) {
      assertThat(anyone.post("/projects/none" + path, "{}").status())
          .as(path)
          .isEqualTo(anyone.post(at("shop", path), "{}").status());
    }
    assertThat(Visitor.bearer(served).get("/projects/none/api/session").status()).isEqualTo(404);
    assertThat(Visitor.bearer(served).get("/metrics").body()).doesNotContain("\"none\"");
  }

  @Test
  void an_approval_reaches_the_project_in_its_address_and_no_other() throws IOException {
    for (var project : List.of(shop, blog)) {
      project
          .scratch()
          .write(
              ".tidemark/workflows/release.yaml",
              "phases: [design, {name: build, gates: [{approval: design}]}]\n");
      project.after("start release/v1", "done design --summary Yes. --run release/v1");
    }
    var ann = Visitor.page(served, served.token());
    var run = "/api/runs/state%2Frelease%2Fv1";
    var events = ann.get(at("shop", run + "/approval?phase=design")).json().array("events");
    var evidence = ((JsonObject) events.elements().getFirst()).object("evidence");
    var seen = evidence.string("digest");
    var body = "{\"phase\":\"design\",\"seen\":\"" + seen + "\"}";

    assertThat(ann.post(at("shop", run + "/approve"), body).status()).isEqualTo(200);

    var approval = "\"claim\":\"approval\"";
    assertThat(shop.run("history --json --run release/v1").out()).contains(approval);
    assertThat(blog.run("history --json --run release/v1").out()).doesNotContain(approval);
  }

  @Test
  void a_token_of_one_project_opens_no_other() {
    var token = token(shop, "bob --scope read --scope write");
    var bob = bearer(token);

    assertThat(bob.get(at("shop", "/api/runs")).status()).isEqualTo(200);
    assertThat(bob.get(at("blog", "/api/runs")).status()).isEqualTo(401);
    assertThat(bob.post(at("blog", AUTH + "/changes"), DONE).status()).isEqualTo(401);
    assertThat(bob.post(at("blog", "/mcp"), "{}").status()).isEqualTo(401);
    assertThat(bob.get("/api/projects").json().strings("projects")).containsExactly("shop-project");
    assertThat(bob.get("/metrics").status()).isEqualTo(403);

    var page = Visitor.page(served, token);
    assertThat(page.get(at("shop", "/api/session")).status()).isEqualTo(200);
    assertThat(page.get(at("blog", "/api/session")).status()).isEqualTo(401);
    shop.after("serve token remove bob");
    assertThat(page.get("/api/projects").status()).isEqualTo(401);
  }

  @Test
  void a_token_made_for_two_projects_has_its_scopes_in_both_until_it_is_removed_from_one() {
    var both = " --project " + folder(shop) + " --project " + folder(blog);
    var eve = bearer(token(shop, "eve --scope read" + both));

    assertThat(eve.get("/api/projects").json().strings("projects"))
        .containsExactly("shop-project", "blog-project");
    assertThat(eve.get("/metrics").status()).isEqualTo(200);
    assertThat(eve.post(at("blog", AUTH + "/changes"), DONE).status()).isEqualTo(403);
    assertThat(shop.run("serve token list" + both).out().lines()).hasSize(2);

    blog.after("serve token remove eve");

    assertThat(eve.get(at("shop", "/api/runs")).status()).isEqualTo(200);
    assertThat(eve.get(at("blog", "/api/runs")).status()).isEqualTo(401);
    assertThat(shop.run("serve token add eve" + both).exit()).isOne();
    assertThat(shop.run("serve token remove eve" + both).exit()).isZero();
    assertThat(shop.run("serve token remove eve" + both).exit()).isOne();
  }

  @Test
  @Timeout(120)
  void events_are_those_of_the_projects_that_the_token_may_read() {
    var bob = bearer(token(shop, "bob --scope read"));
    try (var all = Visitor.bearer(served).listen("/api/events");
        var readable = bob.listen("/api/events");
        var below = Visitor.bearer(served).listen(at("shop", "/api/events"))) {
      for (var listener : List.of(all, readable, below)) {
        assertThat(listener.next()).contains("event: hello");
      }
      blog.after("start implement/pay");
      awaitChange(
          all, "blog-project", "pay", () -> blog.after("enter implementation --run implement/pay"));
      shop.after("enter implementation --run implement/auth");
      Runnable more = () -> shop.after("note more --run implement/auth");

      for (var listener : List.of(readable, below)) {
        var told = awaitChange(listener, "shop-project", "auth", more);

        assertThat(told.toString()).doesNotContain("blog-project");
      }
    }
  }

  /// Reads events until one names the run. A project that has been looked at for the first time
  /// after the change is told without runs.
  private static List<String> awaitChange(
      Listener listener, String project, String item, Runnable again) {
    var begin = "data: {\"project\":\"" + project + "\",\"runs\":[";
    var told = new ArrayList<String>();
    while (!told.contains(begin + "\"state/implement/" + item + "\"]}")) {
      var event = listener.change();
      if (event.contains(begin + "]}")) {
        again.run();
      }
      told.addAll(event);
    }
    return told;
  }

  @Test
  void an_unreadable_project_says_so_and_takes_no_other_down() throws IOException {
    Files.writeString(shop.folder().resolve(".tidemark/config.yaml"), "summary: [\n");
    var all = Visitor.bearer(served);

    assertThat(all.get(at("shop", "/api/overview")).body()).contains("config.yaml");
    assertThat(all.get(at("blog", "/api/overview")).status()).isEqualTo(200);
    assertThat(all.get("/api/projects").json().strings("projects")).hasSize(2);
    try (var again = Served.at(blog, "--project", folder(shop), "--project", folder(blog))) {
      assertThat(Visitor.bearer(again).get(at("blog", "/api/overview")).status()).isEqualTo(200);
    }
    Files.delete(shop.folder().resolve(".tidemark/config.yaml"));
    assertThat(all.get(at("shop", "/api/overview")).status()).isEqualTo(200);
  }

  @Test
  void agents_get_the_runs_of_the_project_in_the_address() {
    blog.after("start implement/pay");
    var call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"tidemark_status\",\"arguments\":{}}}";
    var open =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-06-18\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}";
    var all = Visitor.bearer(served);
    for (var project : List.of("shop", "blog")) {
      var session = all.post(at(project, "/mcp"), open).header("mcp-session-id");
      var agent = all.with("Mcp-Session-Id: " + session);
      var answer = agent.post(at(project, "/mcp"), call).body();
      assertThat(answer).contains("implement/auth");
      assertThat(answer.contains("implement/pay")).isEqualTo(project.equals("blog"));
      var other = project.equals("blog") ? "shop" : "blog";
      assertThat(agent.post(at(other, "/mcp"), call).status()).isEqualTo(404);
    }
  }

  @Test
  @Timeout(60)
  void metrics_and_log_name_the_project() {
    try (var logged =
        Served.at(blog, "--log", "json", "--project", folder(shop), "--project", folder(blog))) {
      var all = Visitor.bearer(logged);
      all.get(at("shop", "/api/runs"));
      var page = all.get("/metrics").body();
      while (!page.contains("shop-project")) {
        page = all.get("/metrics").body();
      }

      assertThat(page)
          .contains("{method=\"GET\",project=\"shop-project\",route=\"/api/runs\",status=\"200\"}");
      assertThat(logged.log())
          .contains("\"method\":\"GET\",\"project\":\"shop-project\",\"route\":\"/api/runs\"");
    }
  }

  @Test
  void pages_are_below_the_path_of_the_project() {
    var ann = Visitor.of(served);
    var page = ann.get("/").body();
    for (var path : List.of("", "/", "/runs/state%2Fimplement%2Fauth")) {
      assertThat(ann.get(at("shop", path)).body()).as(path).isEqualTo(page);
    }
    assertThat(ann.get("/runs/state%2Fimplement%2Fauth").status()).isEqualTo(404);
  }

  @Test
  void what_cannot_be_served_together_is_refused() throws IOException {
    var plain = Files.createDirectory(temp.resolve("plain"));
    var link = Files.createSymbolicLink(temp.resolve("link"), shop.folder());
    var one = "serve --port 0 --project " + folder(shop);

    assertThat(shop.run(one + " --project " + plain).err()).contains("is no Tidemark project");
    assertThat(shop.run(one + " --project " + temp.resolve("no")).err())
        .contains("is not a folder");
    assertThat(shop.run(one + " --project " + link).err()).contains("is given twice");
    assertThat(shop.run(one + " --root .").err()).contains("--root has no meaning with --project");
    assertThat(shop.with("TIDEMARK_STORE", "files").run(one).err())
        .contains("TIDEMARK_STORE would be the store of every project");
  }
}
