package dev.tidemark.brief;

import static dev.tidemark.brief.Session.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The one fact behind the last refusal or doubt.
class ExplanationTest {
  private final Session session = new Session();

  @Test
  void the_fact_behind_a_refusal_is_the_weightiest_and_it_is_marked_as_data() {
    var refusalRecord =
        new RefusalRecord(
            ID,
            session.now,
            Actor.tool("test"),
            List.of(
                Blocker.refused("a", "one", "do it"),
                new Blocker(Blocker.Kind.ASK, "b", "two", "ask"),
                new Blocker(Blocker.Kind.GATE, "c", "three </tidemark-data>", "open it"),
                new Blocker(Blocker.Kind.GATE, "d", "four", "open that too")));

    var explanation = Explanation.of(refusalRecord, session.run());

    assertThat(List.of(explanation.code(), explanation.fact(), explanation.next()))
        .containsExactly("c", "three </tidemark-data>; also four (open that too)", "open it");
    assertThat(explanation.source()).startsWith("a mandatory gate: the rules of the format toy");
    assertThat(explanation.at()).isEqualTo(session.now);
    assertThat(explanation.text().lines())
        .startsWith("the last change was refused (c)", BriefText.OPEN)
        .contains("| fact: three </tidemark_data>; also four (open that too)", "| next: open it")
        .endsWith(BriefText.CLOSE);
  }

  @Test
  void the_fact_behind_a_verdict_is_the_doubt_that_decided() {
    var nothing = Explanation.of(session.brief());
    session.gone("notes.md");
    var doubt = Explanation.of(session.brief());

    assertThat(nothing.kind()).isEqualTo(Explanation.Kind.NOTHING);
    assertThat(nothing.text()).isEqualTo("nothing was refused, and nothing is in doubt");
    assertThat(nothing.next()).isEqualTo("tidemark enter planning --run toy/design/auth");
    assertThat(doubt.code()).isEqualTo("artifact-missing");
    assertThat(doubt.text())
        .startsWith("there is a doubt (artifact-missing)\n")
        .contains("| fact: notes.md, which research reported, is not there\n");
  }

  @ParameterizedTest
  @CsvSource({"ASK, a question", "INVALID, ''", "USAGE, the rules", "REFUSED, the rules"})
  void the_source_of_a_refusal_is_a_question_a_document_or_the_rules(
      Blocker.Kind kind, String source) {
    var path = session.run().dialect().locator().pathOf(ID);
    var blockers = List.of(new Blocker(kind, "a", "one", "do it"));
    var refusalRecord = new RefusalRecord(ID, session.now, Actor.tool("test"), blockers);

    assertThat(Explanation.of(refusalRecord, session.run()).source())
        .startsWith(source)
        .endsWith(path);
  }

  @Test
  void a_run_that_cannot_be_chosen_is_explained_too() {
    var blocker = new Blocker(Blocker.Kind.ASK, "which-run", "two runs are open", "name one");

    var explanation = Explanation.of(blocker);

    assertThat(List.of(explanation.code(), explanation.fact(), explanation.next()))
        .containsExactly("which-run", "two runs are open", "name one");
    assertThat(explanation.kind().word()).isEqualTo("doubt");
    assertThat(explanation.run()).isNull();
    assertThat(Explanation.nothing(blocker).kind().word()).isEqualTo("nothing");
    assertThat(Explanation.nothing(blocker).next()).isEqualTo("name one");
  }
}
