package dev.tidemark.app.command.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A phase by name or by number.
class PhaseWordsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void a_number_means_the_same_phase_before_and_after_it_was_entered() {
    tidemark.after("start design --phases a,b,c", "enter 2");

    assertThat(tidemark.run("done 2 --json").string("next_phase")).isEqualTo("a");
    assertThat(tidemark.run("enter 1").lines().getFirst()).isEqualTo("state/design: a started");
    assertThat(tidemark.run("skip 3").lines().getFirst()).isEqualTo("state/design: c skipped");
  }

  @Test
  void numbers_count_in_the_order_that_status_shows() {
    tidemark.after("start implement/x --phases design,code,test", "enter --new docs");

    assertThat(tidemark.run("status").lines().subList(1, 5))
        .containsExactly(
            "  \u25cb design  pending",
            "  \u25cb code  pending",
            "  \u25cb test  pending",
            "  \u25cf docs  in_progress");
    assertThat(tidemark.run("enter 9").err())
        .contains("There are: 1 design, 2 code, 3 test, 4 docs.");
    assertThat(tidemark.run("done 4").lines().getFirst())
        .isEqualTo("state/implement/x: docs complete");
  }

  @Test
  void a_phase_that_the_definition_has_got_since_is_numbered_at_its_place() {
    var file = ".tidemark/workflows/own.yaml";
    tidemark.scratch().write(file, "phases: [a, c]\n");
    tidemark.after("start own/x");
    tidemark.scratch().write(file, "phases: [a, b, c]\n");

    for (var step : new String[] {"enter c", "enter 2"}) {
      tidemark.after(step);
      assertThat(tidemark.run("status").lines().subList(1, 4))
          .extracting(line -> line.strip().split(" ")[1])
          .containsExactly("a", "b", "c");
    }
  }

  @Test
  void a_run_whose_name_ends_with_a_slash_is_not_started() {
    var ran = tidemark.run("start implement/ --phases a");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("hint: Name the run: tidemark start implement/NAME");
  }

  @Test
  void a_phase_that_is_called_by_a_number_is_meant_by_it() {
    tidemark.after("start design --phases 3,2,1");

    assertThat(tidemark.run("enter 3").lines().getFirst()).isEqualTo("state/design: 3 started");
  }

  @Test
  void the_brief_names_a_phase_whose_name_needs_quotes_by_its_number() {
    tidemark.after("start implement/pay --phases 'design the API,write code; rm -rf /,2'");
    var first = "tidemark enter 1 --run state/implement/pay";

    assertThat(now()).isEqualTo("Now: begin phase 1: " + first);
    tidemark.after(first.substring("tidemark ".length()));
    var done = "tidemark done 1 --run state/implement/pay --summary TEXT";
    assertThat(now()).isEqualTo("Now: go on with phase 1. When it is finished: " + done);
    tidemark.after(done.substring("tidemark ".length()));

    // `2` is the name of a phase: the other one has no number.
    assertThat(now()).isEqualTo("Now: see \"now\" in the last lines above");
    assertThat(tidemark.run("resume").lines())
        .filteredOn(line -> line.contains("rm -rf"))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("| "));
  }

  private String now() {
    return tidemark.run("resume").lines().getLast();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "99", "0000"})
  void a_number_that_no_phase_has_is_refused_with_those_there_are(String number) {
    tidemark.after("start implement/auth");
    var before = Tree.of(temp);

    var ran = tidemark.run("enter " + number);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("state/implement/auth has no phase " + number)
        .contains("There are: 1 implementation, 2 validation.");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"enter", "done", "fail", "skip"})
  void a_blank_phase_is_wrong_usage(String verb) {
    tidemark.after("start implement/auth");

    var ran = tidemark.words(verb, "  ", "--json");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.json().object("error").string("message")).isEqualTo("PHASE must not be blank");
  }
}
