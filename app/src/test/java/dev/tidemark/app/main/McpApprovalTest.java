package dev.tidemark.app.main;

import static java.io.InputStream.nullInputStream;
import static java.io.OutputStream.nullOutputStream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.mcp.Peer;
import dev.tidemark.app.settings.ProcessAncestry.Ancestor;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.io.DiskIo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An approval that the user gives in a form of their client, with the real verbs behind it.
class McpApprovalTest {
  private static final String CALL =
      "{\"name\":\"tidemark_approve\",\"arguments\":{\"phase\":\"implementation\"}}";
  private static final String YES =
      "{\"approval\":{\"action\":\"accept\",\"content\":{\"approve\":true}}}";
  private static final String FORMS = "{\"elicitation\":{\"form\":{}}}";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void somethingToApprove() {
    tidemark = CommandLineHarness.fresh(temp).with("CLAUDECODE", "1");
    tidemark.scratch().write("plan.md", "The plan.\n");
    tidemark.after(
        "start implement/auth", "done implementation --summary Works. --created plan.md");
  }

  @Test
  void the_users_yes_is_recorded_with_how_it_was_given() {
    try (var peer = new Peer(serving())) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var token = Peer.result(peer.next()).string("requestState");
      peer.modern(2, "tools/call", retry(token), FORMS);

      assertThat(Peer.result(peer.next()).isTrue("isError")).isFalse();
    }
    assertThat(tidemark.run("history --json").out())
        .contains("\"claim\":\"approval\"", "\"how\":\"interaction\"");
  }

  @Test
  void what_changed_after_it_was_shown_is_not_approved() {
    try (var peer = new Peer(serving())) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var token = Peer.result(peer.next()).string("requestState");
      tidemark.scratch().write("plan.md", "Another plan.\n");
      peer.modern(2, "tools/call", retry(token), FORMS);

      assertThat(Peer.result(peer.next()).string("resultType")).isEqualTo("input_required");
    }
    assertThat(tidemark.run("history --json").out()).doesNotContain("\"claim\":\"approval\"");
  }

  @Test
  void the_form_shows_what_is_approved_and_what_changed_outside() {
    var document = tidemark.folder().resolve(".claude/state/implement-auth.json");
    var text = tidemark.run("show").out();
    tidemark.scratch().write("plan.md", "Another plan.\nIn two lines.\n");
    tidemark
        .scratch()
        .write(
            tidemark.folder().relativize(document).toString(), text.replace("Works.", "Hacked."));

    try (var peer = new Peer(serving())) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var request = Peer.result(peer.next()).object("inputRequests").object("approval");

      assertThat(request.object("params").string("message").lines())
          .startsWith(
              "Approve the phase implementation of the run state/implement/auth? Summary: Hacked.")
          .contains(
              "Files: plan.md (28 bytes)",
              "Changes:",
              "  plan.md has changed since the phase was done",
              "plan.md:",
              "  | Another plan.")
          .anyMatch(line -> line.startsWith("! edited outside Tidemark: summary of implementation"))
          .hasSizeLessThan(45);
    }
  }

  @Test
  void what_is_approved_already_is_said_to_be_and_asked_no_more() {
    try (var peer = new Peer(serving())) {
      peer.modern(1, "tools/call", CALL, FORMS);
      var token = Peer.result(peer.next()).string("requestState");
      peer.modern(2, "tools/call", retry(token), FORMS);
      peer.next();

      peer.modern(3, "tools/call", CALL, FORMS);
      alreadyApproved(Peer.result(peer.next()));
      peer.modern(4, "tools/call", retry(token), FORMS);
      alreadyApproved(Peer.result(peer.next()));
    }
    try (var peer = new Peer(serving()).initialized(FORMS)) {
      peer.request(1, "tools/call", CALL);
      alreadyApproved(Peer.result(peer.next()));
    }
  }

  private static void alreadyApproved(JsonObject result) {
    assertThat(result.isTrue("isError")).isFalse();
    assertThat(JsonText.compact(result))
        .contains("already, exactly as it is")
        .doesNotContain("dry_run");
  }

  @Test
  void a_program_below_an_agent_does_not_answer_a_form_for_the_user() {
    var shell = new Ancestor(11, List.of("bash", "-c", "python3 client.py"), Map.of());
    var agent = new Ancestor(10, List.of("/opt/claude"), Map.of());
    try (var peer = new Peer(serving(List.of(shell, agent)))) {
      peer.modern(1, "tools/call", CALL, FORMS);

      assertThat(JsonText.compact(peer.next()))
          .contains("not-by-agent", "process 10", "tidemark approve implementation")
          .doesNotContain("input_required");
    }
    try (var peer = new Peer(serving(List.of(agent)))) {
      peer.modern(1, "tools/call", CALL, FORMS);

      assertThat(Peer.result(peer.next()).string("resultType")).isEqualTo("input_required");
    }
  }

  @Test
  void without_a_form_an_agent_is_refused() {
    try (var peer = new Peer(serving())) {
      peer.modern(1, "tools/call", CALL, "{}");

      assertThat(JsonText.compact(peer.next())).contains("-32021", "tidemark approve");
    }
  }

  private McpCommand serving() {
    return serving(List.of());
  }

  private McpCommand serving(List<Ancestor> ancestors) {
    var place =
        new ProcessContext(
                tidemark.folder(),
                tidemark.environment(),
                nullInputStream(),
                new ProjectFactory(new DiskIo()),
                ChildProcess::program)
            .descending(() -> ancestors);
    var streams = new CommandLine.Streams(nullOutputStream(), nullOutputStream(), Terminal.NONE);
    return new McpCommand(streams, place, (ParsedCommand) CommandRegistry.parse("mcp"));
  }

  private static String retry(String token) {
    var params = (JsonObject) JsonText.parse(CALL);
    return JsonText.compact(
        params.with("requestState", token).with("inputResponses", JsonText.parse(YES)));
  }
}
