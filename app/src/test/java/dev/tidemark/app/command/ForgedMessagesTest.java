package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.ForgedLines;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages to subscribers, the delivery log, completion, and error messages that repeat an
/// argument, a setting or a file hold no forged line and no hidden character.
@LongProof
class ForgedMessagesTest {
  /// Lines that an argument goes into, at `@`.
  private static final String[] LINES = {
    "@",
    "status @",
    "enter @",
    "done @",
    "start @ --any-command",
    "start implement @",
    "skip @",
    "task start @",
    "gate set @",
    "gate run @",
    "gate set @ --report x.xml",
    "config @",
    "config @ x",
    "config secrets @",
    "--root @ status",
    "status --run @",
    "show --at @",
    "help @",
    "completion @",
    "install @",
    "question @ x",
    "show --archived @",
    "import @",
    "serve --port @",
    "serve token add @ --scope read",
    "redact @",
    "diff --from @",
    "history --since @",
    "validate @",
    "webhooks --test @",
    "webhooks --retry @",
    "hook @ @",
    "approve @",
    "claim @",
    "restore --to @",
    "plan @",
    "validate --tokens @",
    "handoff request @",
    "--format @ list",
    "note --@",
    "adopt @",
    "done --summary-file @",
    "export @/x.zip"
  };

  @TempDir private Path temp;

  @Test
  void no_error_message_repeats_an_argument_as_a_line() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth");
    var forged = new ArrayList<String>();
    int shown = 0;
    int number = 0;
    for (var payload : ForgedLines.payloads()) {
      if (payload.indexOf('\0') >= 0) {
        continue; // No argument of a process can hold it.
      }
      // JSON is the same document for all verbs: a sixth of the payloads is enough.
      var forms = ++number % 6 == 0 ? List.of("", " --json") : List.of("");
      for (var line : LINES) {
        for (var json : forms) {
          var words = List.of((line + json).split(" "));
          var given = words.stream().map(word -> word.replace("@", payload)).toList();
          var ran = tidemark.words(given.toArray(new String[0]));
          shown += (ran.out() + ran.err()).contains(ForgedLines.MARK) ? 1 : 0;
          for (var each : ForgedLines.in(ran.out() + "\n" + ran.err())) {
            forged.add(line + json + ": " + each);
          }
        }
      }
    }
    System.out.printf("messages with the payload %d, forged %d%n", shown, forged.size());

    assertThat(shown).isGreaterThan(86 * 30);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }

  @Test
  void no_error_message_repeats_a_setting_or_a_definition_as_a_line() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth");
    var forged = new ArrayList<String>();
    int shown = 0;
    for (var payload : ForgedLines.payloads()) {
      var text = JsonString.of(payload).toString();
      for (var content :
          List.of("secrets: " + text, text + ": x", "store: " + text, "exclude: [" + text + "]")) {
        tidemark.scratch().write(".tidemark/config.yaml", content + "\n");
        for (var verb : List.of("status", "config", "doctor", "trust")) {
          var ran = tidemark.run(verb);
          shown += (ran.out() + ran.err()).contains(ForgedLines.MARK) ? 1 : 0;
          forged.addAll(ForgedLines.in(ran.out() + "\n" + ran.err()));
        }
      }
      tidemark.scratch().write(".tidemark/config.yaml", "\n");
      tidemark
          .scratch()
          .write(
              ".tidemark/workflows/w.yaml",
              "workflow: w\nformat: state\nphases: [" + text + "]\n" + text + ": x\n");
      for (var verb : List.of("workflows", "doctor", "start w --dry-run", "trust")) {
        var ran = tidemark.run(verb);
        shown += (ran.out() + ran.err()).contains(ForgedLines.MARK) ? 1 : 0;
        forged.addAll(ForgedLines.in(ran.out() + "\n" + ran.err()));
      }
    }
    System.out.printf("settings with the payload %d, forged %d%n", shown, forged.size());

    assertThat(shown).isGreaterThan(86 * 3);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }

  @Test
  void completion_and_the_status_line_offer_one_line_for_each_run() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    var forged = new ArrayList<String>();
    for (var payload : ForgedLines.payloads()) {
      ForgedLines.plant(tidemark, payload);
      forged.addAll(ForgedLines.in(tidemark.run("completion bash -- status ''").out()));
      forged.addAll(ForgedLines.in(tidemark.run("completion bash -- done ''").out()));
      var json =
          "{\"cwd\":%s,\"session_id\":%s}"
              .formatted(JsonString.of(tidemark.folder().toString()), JsonString.of(payload));
      forged.addAll(ForgedLines.in(tidemark.given(json).run("statusline").out()));
    }

    assertThat(forged.stream().distinct().toList()).isEmpty();
  }

  @Test
  void no_message_to_a_subscriber_holds_a_forged_line() {
    try (var audience = new Audience(temp)) {
      audience.hooks(
          Audience.generic(",'events':['phase.started','phase.failed']"),
          "'name':'chat','type':'slack','url_env':'HOOK_URL','events':['phase.started',"
              + "'phase.failed']");
      int told = 0;
      var forged = new ArrayList<String>();
      for (var payload : ForgedLines.payloads()) {
        if (payload.indexOf('\0') >= 0) {
          continue;
        }
        audience.tidemark.words("enter", "--new", payload, "--quiet");
        audience.tidemark.words("fail", payload, "--reason", payload);
      }
      for (var got : audience.server.got()) {
        forged.addAll(ForgedLines.in(got.body()));
        var text = Audience.body(got).string("text");
        if (text != null) {
          told += text.contains(ForgedLines.MARK) ? 1 : 0;
          forged.addAll(ForgedLines.in(text));
        }
      }
      System.out.printf("Slack messages with the payload %d, forged %d%n", told, forged.size());

      assertThat(told).isGreaterThan(80);
      assertThat(forged.stream().distinct().toList()).isEmpty();
    }
  }
}
