package dev.tidemark.app.command;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Got;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.nio.file.Path;
import java.util.List;

/// A project whose listeners are a server on the loopback.
final class Audience implements AutoCloseable {
  static final String FILE = ".claude/config/webhooks.json";
  static final String SECRET = "sign-with-this-and-nothing-else";
  static final String PATH = "/services/T0/B0/very-secret-path";

  final LoopbackServer server = LoopbackServer.answering(200, "ok");
  CommandLineHarness tidemark;

  Audience(Path folder) {
    tidemark =
        CommandLineHarness.fresh(folder)
            .with("HOOK_URL", server.address() + PATH)
            .with("HOOK_SECRET", SECRET)
            .with("TIDEMARK_LISTENERS_WAIT_MS", "10000");
    tidemark.after("start implement/auth --phases design,code");
  }

  /// Configures listeners that the user trusts, given their fields with single quotes.
  CommandLineHarness hooks(String... fields) {
    var all = new StringBuilder("[");
    for (var field : fields) {
      all.append(all.length() == 1 ? "{" : ",{").append(field).append('}');
    }
    tidemark.scratch().write(FILE, all.append(']').toString().replace('\'', '"'));
    tidemark.consenting(ApprovalEvidence.INTERACTION).run("trust");
    return tidemark;
  }

  /// Returns the fields of a listener of one's own.
  static String generic(String more) {
    return "'name':'own','type':'generic','url_env':'HOOK_URL'" + more;
  }

  JsonObject body(int at) {
    return body(server.got().get(at));
  }

  static JsonObject body(Got got) {
    return (JsonObject) JsonText.parse(got.body());
  }

  /// Returns one field of everything that was heard.
  List<String> heard(String key) {
    return server.got().stream().map(got -> String.valueOf(body(got).string(key))).toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
