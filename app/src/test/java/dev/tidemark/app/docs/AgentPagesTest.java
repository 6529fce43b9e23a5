package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The pages on agents have the table of their events, and the pages on hooks show what really
/// happens; `-Dtidemark.write=true` writes both.
@Proves({"R-USR-18", "R-USR-26"})
class AgentPagesTest {
  private static final Pattern STEP =
      Pattern.compile(
          "(?s)```sh\n(?<sh>.*?)```"
              + "|Sent to `tidemark (?<line>[^`]*)`:\n\n```json\n(?<sent>.*?)```\n\n"
              + "Answer, exit code (?<exit>\\d):"
              + "(?<nothing> nothing\\.)?(?:\n\n```(?:json|console)\n(?<answer>.*?)```)?"
              + "|```console\n\\$ tidemark (?<asked>[^\n]*)\n(?<shown>.*?)```");
  private static final String FOLDER = "/home/ann/project";
  private static final Pattern EVENTS = Pattern.compile("(?s)<!-- events -->\n.*?<!-- end -->");
  private static final Pattern VARYING =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?|\\b[0-9a-f]{7,40}\\b");

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource(Agent.class)
  void its_examples_are_what_happens(Agent agent) throws IOException {
    var file = Repository.root().resolve("docs/internals/hooks/" + agent.word() + ".md");
    var page = Files.readString(file);
    var real = new StringBuilder();
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".gitignore",
            ".tidemark/\n.claude/\n.claude-checkpoint.md\n.review-gate.md\n.test-gate.md\n");
    var steps = STEP.matcher(page);
    int from = 0;
    while (steps.find()) {
      real.append(page, from, steps.start()).append(step(steps, tidemark));
      from = steps.end();
    }
    var wanted = real.append(page.substring(from)).toString();
    if (Boolean.getBoolean("tidemark.write") && !fixed(page).equals(fixed(wanted))) {
      Files.writeString(file, wanted);
      return;
    }
    for (var hook : HookTable.of(agent)) {
      assertThat(page)
          .contains("Sent to `tidemark hook " + agent.word() + " " + hook.event() + "`");
    }
    assertThat(fixed(page)).isEqualTo(fixed(wanted));
  }

  @ParameterizedTest
  @EnumSource(Agent.class)
  void its_page_has_the_table_of_its_events(Agent agent) throws IOException {
    var file = Repository.root().resolve("docs/agents/" + agent.word() + ".md");
    var page = Files.readString(file);
    var wanted = EVENTS.matcher(page).replaceFirst(Matcher.quoteReplacement(events(agent)));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, wanted);
      return;
    }
    assertThat(page).contains(events(agent)).isEqualTo(wanted);
  }

  private static String step(Matcher step, CommandLineHarness tidemark) {
    if (step.group("sh") != null) {
      for (var line : step.group("sh").lines().toList()) {
        if (!line.startsWith("tidemark ")) {
          var edit = ChildProcess.command(tidemark, List.of("/bin/sh", "-c", line)).end();
          assertThat(edit.exit()).as(line).isZero();
        } else if (!line.startsWith("tidemark install")) {
          tidemark.after(line.substring("tidemark ".length()).replace('"', '\''));
        }
      }
      return step.group();
    }
    if (step.group("asked") != null) {
      var shown = tidemark.run(step.group("asked")).out();
      return "```console\n$ tidemark " + step.group("asked") + "\n" + shown + "```";
    }
    var sent = step.group("sent").replace(FOLDER, tidemark.folder().toString());
    var ran = tidemark.given(sent).run(step.group("line"));
    var head =
        "Sent to `tidemark "
            + step.group("line")
            + "`:\n\n```json\n"
            + step.group("sent")
            + "```\n\nAnswer, exit code "
            + ran.exit()
            + ":";
    return head + answer(ran, tidemark);
  }

  private static String answer(Ran ran, CommandLineHarness tidemark) {
    var out = ran.out().replace(tidemark.folder().toString(), FOLDER);
    if (out.isEmpty()) {
      return " nothing.";
    }
    return out.startsWith("{")
        ? "\n\n```json\n" + JsonText.pretty(JsonText.parse(out)) + "\n```"
        : "\n\n```console\n" + out + "```";
  }

  private static String events(Agent agent) {
    var table = new StringBuilder("<!-- events -->\n");
    table.append("| event | what it does | only for | seconds |\n|---|---|---|---|\n");
    for (var hook : HookTable.of(agent)) {
      table.append("| `").append(hook.event()).append("` | ").append(text(hook.moment()));
      var matcher = hook.matcher().replace("|", "\\|");
      table.append(" | ").append(matcher.isEmpty() ? "" : "`" + matcher + "`");
      table.append(" | ").append(hook.seconds()).append(" |\n");
    }
    return table.append("<!-- end -->").toString();
  }

  private static String text(HookEvent hookEvent) {
    return switch (hookEvent) {
      case SESSION_START -> "the brief";
      case COMMAND -> "gates of typed commands, context warnings";
      case PROMPT -> "gates of typed commands, context warnings, reminders";
      case TOOL -> "the guard before tools and skills";
      case COMPACTION -> "captures and seals the session";
      case STOP -> "captures the session; answers nothing";
      case SESSION_END -> "captures and seals the session";
    };
  }

  private static String fixed(String page) {
    return VARYING.matcher(page).replaceAll("*");
  }
}
