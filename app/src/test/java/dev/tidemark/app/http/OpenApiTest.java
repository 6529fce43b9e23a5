package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/openapi.yaml` is what the server does.
class OpenApiTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir private Path temp;
  private final TreeMap<String, JsonObject> operations = new TreeMap<>();
  private JsonObject document;
  private Served served;

  @BeforeEach
  void read() throws IOException {
    var name = "docs/openapi.yaml";
    var text = Files.readString(Repository.root().resolve(name));
    document = YamlTree.read(name, text).root();
    for (var path : document.object("paths").members()) {
      for (var method : ((JsonObject) path.value()).members()) {
        if (!method.key().equals("parameters")) {
          var key = method.key().toUpperCase(Locale.ROOT) + " " + path.key();
          operations.put(key, (JsonObject) method.value());
        }
      }
    }
    served =
        Served.bearing(
            CommandLineHarness.fresh(temp).after("start implement/auth"),
            new HttpLimits(1_000, 100_000, 100_000, 40, 10, SOON, SOON));
  }

  @AfterEach
  void end() {
    served.close();
  }

  @Test
  void every_route_is_described_with_what_it_takes_and_no_other() {
    var routes = new TreeMap<String, String>();
    for (var route : served.door().allRoutes()) {
      var scope = route.scope() == null ? "none" : route.scope().word();
      routes.put(route.method() + " " + route.template(), scope);
    }
    var described = new TreeMap<String, String>();
    operations.forEach((key, operation) -> described.put(key, operation.string("x-scope")));

    assertThat(described).isEqualTo(routes);
  }

  @Test
  void every_status_that_is_named_is_explained() {
    var explained = document.object("components").object("responses");
    for (var operation : operations.values()) {
      for (var response : operation.object("responses").members()) {
        var to = ((JsonObject) response.value()).string("$ref");
        var name = to.substring("#/components/responses/".length());
        assertThat(name).matches("S" + response.key() + "[A-Za-z]*");
        assertThat(explained.object(name).string("description")).isNotBlank();
      }
    }
  }

  @Test
  void whatever_is_answered_was_announced() {
    var seen = new TreeSet<Integer>();
    for (var operation : operations.entrySet()) {
      var words = operation.getKey().split(" ");
      var path =
          words[1]
              .replace("{run}", "auth")
              .replaceAll("\\{(entry|attempt)}", "1")
              .replace("{file}", "x");
      if (path.equals("/api/events")) {
        continue;
      }
      for (var visitor :
          new Visitor[] {
            Visitor.of(served),
            Visitor.bearer(served),
            Visitor.bearer(served).with("Origin: http://evil.example"),
            Visitor.bearer(served).without("Host").with("Host: evil.example")
          }) {
        for (var body : new String[] {"{}", "x", "{\"token\":\"x\"}", "y".repeat(1_100)}) {
          boolean carries = words[0].equals("POST");
          var reply = visitor.ask(words[0], path, carries ? body : null);
          var responses = operation.getValue().object("responses");
          assertThat(responses.has(Integer.toString(reply.status())))
              .as("%s answers %s", operation.getKey(), reply)
              .isTrue();
          seen.add(reply.status());
        }
      }
    }
    assertThat(seen).contains(200, 400, 401, 403, 404, 413, 421);
  }
}
