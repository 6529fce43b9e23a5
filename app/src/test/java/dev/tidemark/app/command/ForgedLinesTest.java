package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.ForgedLines;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names and texts of a document forge no line of the output, and hide nothing in it.
@LongProof
class ForgedLinesTest {
  private static final String[] VERBS = {
    "status",
    "status --steps",
    "list",
    "list --all",
    "history",
    "diff",
    "resume",
    "why",
    "doctor",
    "gate list",
    "plan",
    "archive --dry-run",
    "watch --once",
    "workflows",
    "adopt --dry-run",
    "config",
    "enter --dry-run nothing",
    "done --dry-run",
    "task list",
    "prune --dry-run"
  };

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
  }

  @Test
  void no_name_or_text_of_a_document_forges_a_line_of_any_verb() {
    var payloads = ForgedLines.payloads();
    var forged = new ArrayList<String>();
    int outputs = 0;
    int shown = 0;
    for (var payload : payloads) {
      ForgedLines.plant(tidemark, payload);
      for (var verb : VERBS) {
        var ran = tidemark.run(verb);
        outputs++;
        shown += (ran.out() + ran.err()).contains(ForgedLines.MARK) ? 1 : 0;
        for (var line : ForgedLines.in(ran.out() + "\n" + ran.err())) {
          forged.add(verb + ": " + line);
        }
      }
      for (var verb : List.of("status", "list", "history", "resume")) {
        outputs++;
        for (var line : ForgedLines.in(tidemark.run(verb + " --json").out())) {
          forged.add(verb + " --json: " + line);
        }
      }
      var json = "{\"cwd\":\"" + tidemark.folder() + "\",\"session_id\":\"s\"}";
      outputs++;
      for (var line : ForgedLines.in(tidemark.given(json).run("statusline").out())) {
        forged.add("statusline: " + line);
      }
    }
    System.out.printf(
        "forged lines: %d in %d outputs of %d payloads; %d outputs show one%n",
        forged.size(), outputs, payloads.size(), shown);

    assertThat(payloads).hasSize(86);
    assertThat(shown).isGreaterThan(payloads.size() * 4);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }
}
