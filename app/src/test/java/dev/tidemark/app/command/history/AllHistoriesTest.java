package dev.tidemark.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `history --all` merges the journals of all runs by time.
class AllHistoriesTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .after(
                "start design/auth --phases research,write",
                "start design/mail --phases research,write",
                "done research --summary A. --run design/auth",
                "done research --summary B. --run design/mail");
    tidemark.with("CLAUDECODE", "1").after("enter write --run design/auth");
  }

  private List<String> told(String options) {
    return tidemark
        .run("history --all --json " + options)
        .json()
        .array("entries")
        .elements()
        .stream()
        .map(it -> (JsonObject) it)
        .map(it -> it.string("run").replace("state/design/", "") + ": " + it.string("text"))
        .toList();
  }

  @Test
  void the_entries_of_all_runs_come_in_the_order_of_their_times() {
    assertThat(told(""))
        .containsExactly(
            "auth: run started",
            "mail: run started",
            "auth: research complete",
            "mail: research complete",
            "auth: write started");
    assertThat(tidemark.run("history --all").lines())
        .hasSize(5)
        .last()
        .asString()
        .endsWith("claude-code  state/design/auth  write started");
  }

  @Test
  void the_newest_are_taken_and_more_says_that_there_are_others() {
    assertThat(told("--limit 2")).containsExactly("mail: research complete", "auth: write started");
    assertThat(tidemark.run("history --all --json --limit 2").json().isTrue("more")).isTrue();
    assertThat(tidemark.run("history --all --json --limit 5").json().isTrue("more")).isFalse();
    assertThat(told("--limit 1")).containsExactly("auth: write started");
  }

  @Test
  void the_filters_of_one_history_filter_all() {
    assertThat(told("--by agent")).containsExactly("auth: write started");
    assertThat(told("--event phase.completed --limit 1"))
        .containsExactly("mail: research complete");
    assertThat(told("--phase write")).containsExactly("auth: write started");
    assertThat(told("--since 1h")).hasSize(5);
    assertThat(told("--since 2999-01-01")).isEmpty();
    assertThat(tidemark.run("history --all --since 2999-01-01").out())
        .isEqualTo("no entries match\n");
  }

  @Test
  void a_run_whose_journal_is_damaged_is_named_and_takes_no_other_with_it() throws IOException {
    var folder = tidemark.scratch().state().resolve("journal/state/design-mail.json");
    try (var files = Files.list(folder)) {
      var segment = files.filter(it -> it.toString().endsWith(".jsonl")).findFirst().orElseThrow();
      var text = Files.readString(segment);
      Files.writeString(segment, text.replaceFirst("\n.", "\nx"));
    }
    tidemark.run("list");

    var ran = tidemark.run("history --all --json").json();

    assertThat(ran.array("damaged").toString()).contains("state/design/mail");
    assertThat(told("")).hasSize(3).allMatch(it -> it.startsWith("auth: "));
  }

  @Test
  void a_run_beside_all_is_a_misuse() {
    var ran = tidemark.run("history auth --all");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("--all and a run are both given");
  }
}
