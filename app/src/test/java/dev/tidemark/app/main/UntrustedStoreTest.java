package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A checkout whose settings name a shared store that its user has not trusted.
class UntrustedStoreTest {
  private static final String PASSWORD = "prod-db-pw-123";
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}}\n";
  private static final String STATUS =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
          + "\"name\":\"tidemark_status\",\"arguments\":{}}}\n";

  @TempDir private Path temp;
  private FakePostgres fake;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    fake = new FakePostgres();
    tidemark = CommandLineHarness.fresh(temp).with("PGPASSWORD", PASSWORD);
    tidemark.after("start implement/auth --phases design,build", "enter design");
  }

  @AfterEach
  void end() {
    fake.close();
  }

  private static String elsewhere() throws IOException {
    for (var each : NetworkInterface.networkInterfaces().toList()) {
      for (var address : each.inetAddresses().toList()) {
        if (address instanceof Inet4Address && !address.isLoopbackAddress()) {
          return address.getHostAddress();
        }
      }
    }
    return "";
  }

  private String address(String where) throws IOException {
    var host = where.equals("loopback") ? "127.0.0.1" : elsewhere();
    assumeTrue(!host.isEmpty(), "this machine has no address but the loopback");
    return "postgresql://postgres@" + host + ":" + fake.port() + "/x?sslmode=disable";
  }

  private void checkout(String file, String address) {
    var text =
        file.endsWith(".json")
            ? "{\"store\": \"" + address + "\"}\n"
            : "store: \"" + address + "\"\n";
    tidemark.scratch().write(file, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "elsewhere"})
  void no_reader_connects_and_no_password_arrives(String where) throws IOException {
    checkout(".tidemark/config.yaml", address(where));
    var event =
        "{\"hook_event_name\":\"SessionStart\",\"source\":\"startup\",\"session_id\":\"s\"}";

    var hook = tidemark.given(event).run("hook claude-code SessionStart");
    assertThat(hook.out()).contains("is not trusted on this machine", "design", "tidemark trust");
    for (var line : List.of("status", "list", "resume", "history", "doctor", "config")) {
      var ran = tidemark.run(line);
      assertThat(ran.exit()).as(line + ": " + ran).isZero();
    }
    assertThat(tidemark.run("status").out()).contains("design");
    assertThat(tidemark.run("status").err()).contains("Trust it: tidemark trust");
    assertThat(tidemark.given("{}").run("statusline").exit()).isZero();
    assertThat(tidemark.given(HELLO + STATUS).run("mcp").out()).contains("design");
    try (var served = Served.byPerson(tidemark)) {
      assertThat(get(served, "/api/overview")).contains("implement/auth");
    }

    assertThat(fake.connections()).isEmpty();
    assertThat(fake.passwords()).isEmpty();
  }

  /// Store, gate command and subscriber of a checkout, at every event of every agent.
  @ParameterizedTest
  @EnumSource(Agent.class)
  void a_hook_of_an_untrusted_checkout_reads_documents_only(Agent agent) throws IOException {
    checkout(".tidemark/config.yaml", address("loopback"));
    var marker = temp.resolve("command-was-run");
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/implement.yaml",
            "phases:\n  - name: design\n  - name: build\n    gates:\n"
                + "      - command: [touch, "
                + marker
                + "]\n")
        .write(
            ".claude/config/webhooks.json",
            "[{\"name\":\"own\",\"type\":\"generic\",\"url_env\":\"HOOK_URL\"}]");
    var sent = tidemark.with("HOOK_URL", "http://127.0.0.1:" + fake.port() + "/hook");
    var document = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    var before = Files.readString(document);
    var asked = sent.run("trust --dry-run");
    assertThat(asked.out())
        .as(asked.err())
        .contains("postgresql://", "command-was-run", "webhooks.json");

    for (var hook : HookTable.of(agent)) {
      var event =
          "{\"hook_event_name\":\"%s\",\"source\":\"startup\",\"session_id\":\"s\",\"cwd\":\"%s\","
              + "\"prompt\":\"/ship auth\",\"trigger\":\"manual\",\"tool_name\":\"Bash\","
              + "\"tool_input\":{\"command\":\"ls\"},\"command\":\"ls\"}";
      var input = event.formatted(hook.event(), tidemark.folder());
      var ran = sent.given(input).run("hook " + agent.word() + " " + hook.event());
      assertThat(ran.exit()).as(hook.event() + ": " + ran).isIn(0, 2);
    }

    assertThat(fake.connections()).isEmpty();
    assertThat(marker).doesNotExist();
    assertThat(document).hasContent(before);
  }

  private static String get(Served served, String path) throws IOException {
    var connection = URI.create(served.url() + path).toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + served.token());
    try (var in = connection.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void the_other_file_of_settings_is_no_way_around() throws IOException {
    checkout(".claude/config/checkpoint.json", address("loopback"));

    assertThat(tidemark.run("status").out()).contains("design");
    assertThat(fake.connections()).isEmpty();
  }

  @Test
  void nothing_is_changed_before_the_store_is_trusted() throws IOException {
    checkout(".tidemark/config.yaml", address("loopback"));
    var file = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    var before = Files.readString(file);

    var done = tidemark.run("done design --summary 'Two tables'");
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.err()).contains("is not trusted yet; nothing was changed");
    for (var line : List.of("enter build", "note x", "start x/y", "undo", "claim")) {
      assertThat(tidemark.run(line).exit()).as(line).isNotZero();
    }
    assertThat(tidemark.run("store move files").err()).contains("is not trusted yet");

    assertThat(file).hasContent(before);
    assertThat(fake.connections()).isEmpty();
  }

  @Test
  void what_the_user_says_needs_no_trust() throws IOException {
    var own = tidemark.with("TIDEMARK_STORE", address("elsewhere"));

    own.run("status");

    assertThat(fake.passwords()).contains(PASSWORD);
  }

  /// The address that was trusted is used; another one, even on the same host, is not.
  @Test
  void exactly_what_was_trusted_is_used() {
    var address = PostgresServer.running().fresh();
    checkout(".tidemark/config.yaml", address);
    assertThat(tidemark.run("start implement/shared --phases a,b").exit()).isEqualTo(1);

    tidemark.consenting(ApprovalEvidence.INTERACTION).after("trust");
    tidemark.after("start implement/shared --phases a,b");
    assertThat(tidemark.run("trust --dry-run").out()).contains("trusted      store  " + address);
    var other = tidemark.scratch();
    other.write(".tidemark/config.yaml", "store: \"" + address + "x\"\n");
    assertThat(tidemark.run("enter build --run implement/auth").err())
        .contains("is not trusted yet");

    checkout(".tidemark/config.yaml", address);
    tidemark.after("enter a --run implement/shared", "trust --revoke");
    assertThat(tidemark.run("done a --run implement/shared --summary s").exit()).isNotZero();
  }

  @Test
  void a_project_does_not_weaken_tls_beyond_this_machine() throws IOException {
    var address = address("elsewhere");
    checkout(".tidemark/config.yaml", address);

    var ran = tidemark.consenting(ApprovalEvidence.INTERACTION).run("trust");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("sslmode=disable", "PGSSLMODE=disable");
    assertThat(tidemark.words("config", "store", address).err()).contains("sslmode=disable");
    assertThat(tidemark.words("store", "move", address).err()).contains("sslmode=disable");

    tidemark.run("status");
    assertThat(fake.connections()).isEmpty();
    tidemark.with("PGSSLMODE", "disable").consenting(ApprovalEvidence.INTERACTION).after("trust");
    assertThat(tidemark.run("status").err()).contains("sslmode=disable");
    assertThat(fake.connections()).isEmpty();
    tidemark.with("PGSSLMODE", "disable").run("status");
    assertThat(fake.passwords()).contains(PASSWORD);
  }

  @Test
  void an_agent_cannot_trust() throws IOException {
    checkout(".tidemark/config.yaml", address("loopback"));
    var agent = tidemark.with("CLAUDECODE", "1");

    assertThat(agent.run("trust").exit()).isEqualTo(4);
    assertThat(agent.run("trust --yes").exit()).isEqualTo(4);
    agent.words("config", "store", address("loopback") + "&schema=two");
    assertThat(agent.words("store", "move", address("loopback"), "--from", "files").exit())
        .isEqualTo(4);

    agent.run("status");
    assertThat(fake.connections()).isEmpty();
  }

  @Test
  void who_sets_a_store_here_trusts_it() throws IOException {
    assertThat(tidemark.words("config", "store", address("loopback")).exit()).isZero();

    tidemark.run("status");

    assertThat(fake.passwords()).contains(PASSWORD);
  }

  @Test
  void a_person_at_a_terminal_is_asked_once() throws IOException {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    var address = PostgresServer.running().fresh();
    checkout(".tidemark/config.yaml", address);
    var terminal = new AtTerminal(tidemark, temp);

    var asked = terminal.said(terminal.words("detach", "n", "status"));
    assertThat(asked).contains(address, "Trust exactly that? [y/N]", "design");
    assertThat(terminal.person("status")).doesNotContain("[y/N]").contains("tidemark trust");
    assertThat(terminal.person("trust")).contains("1 trusted", "exit 0");
    assertThat(terminal.person("list")).doesNotContain("[y/N]").doesNotContain("trust");
  }

  @Test
  void a_build_server_names_what_it_trusts() {
    var address = PostgresServer.running().fresh();
    checkout(".tidemark/config.yaml", address);
    var said = tidemark.run("trust --dry-run").lines().getLast();

    var digests = said.substring(said.indexOf('=') + 1);
    tidemark.with("TIDEMARK_TRUST", digests).after("start implement/ci --phases a,b");
    assertThat(tidemark.with("TIDEMARK_TRUST", "0" + digests).run("enter a").exit()).isNotZero();
  }

  @Test
  void answers_in_the_project_or_open_to_others_do_not_count() throws IOException {
    var address = address("loopback");
    checkout(".tidemark/config.yaml", address);
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("trust");
    var file = tidemark.scratch().home().resolve(".config/tidemark/trust.json");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    var text = Files.readString(file);
    tidemark.scratch().write(".mine/tidemark/trust.json", text);
    var inside = tidemark.scratch().root().resolve(".mine");

    tidemark.with("XDG_CONFIG_HOME", inside.toString()).run("status");
    assertThat(fake.connections()).isEmpty();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    tidemark.run("status");
    assertThat(fake.connections()).isEmpty();
  }
}
