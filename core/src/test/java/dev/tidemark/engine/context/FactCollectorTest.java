package dev.tidemark.engine.context;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Script;
import dev.tidemark.engine.Workshop;
import dev.tidemark.history.Event;
import dev.tidemark.history.RunStart;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What rules are told of the world and of other documents.
class FactCollectorTest {
  private static final Change RESUME = new Change.ResumeRun();

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final Script script = new Script();

  private <T> Fact<T> fact(Change change, FactQuery<T> factQuery) {
    script.asks = List.of(FactQuery.HEAD, factQuery);
    shop.checkpoints.apply(script.dialect(), AUTH, change, Workshop.by(ChangeMode.DRY_RUN));
    var facts = script.facts;
    assertThat(facts).isNotNull();
    return facts.get(factQuery);
  }

  private Optional<RunStart> begun() {
    return fact(RESUME, FactQuery.NEWEST_START).orElse(Optional.empty());
  }

  @Test
  void rules_can_know_when_a_run_began_and_whether_it_has_ended_since() {
    var how = (Event.WorkflowStarted) shop.events(AUTH).getFirst();
    var at = shop.now;

    assertThat(begun()).contains(new RunStart(at, how, false));
    shop.after(AUTH, Workshop.complete(RESEARCH));
    assertThat(begun()).contains(new RunStart(at, how, false));
    shop.after(AUTH, new Change.FinishRun());
    assertThat(begun()).contains(new RunStart(at, how, true));
    shop.after(AUTH, Workshop.start(AUTH));
    assertThat(begun()).contains(new RunStart(shop.now, how, false));
  }

  @Test
  void of_a_run_that_nobody_recorded_the_beginning_is_not_known() {
    var other = Script.OTHER;
    shop.store.edit(other, shop.text(AUTH));
    script.asks = List.of(FactQuery.HEAD, FactQuery.NEWEST_START);

    shop.checkpoints.apply(script.dialect(), other, RESUME, Workshop.by(ChangeMode.DRY_RUN));

    var facts = script.facts;
    assertThat(facts).isNotNull();
    assertThat(facts.get(FactQuery.NEWEST_START).orElse(Optional.empty())).isEmpty();
  }

  @Test
  void rules_can_read_another_document() {
    var ask = FactQuery.document(Script.OTHER);

    assertThat(fact(RESUME, ask).orElse(Optional.of("?"))).isEmpty();
    shop.store.edit(Script.OTHER, "{}");
    assertThat(fact(RESUME, ask).orElse(Optional.empty())).contains("{}");
    assertThat(fact(RESUME, FactQuery.document(AUTH)).orElse(Optional.empty()))
        .contains(shop.text(AUTH));
  }

  @ParameterizedTest
  @EnumSource(
      value = OnDamage.class,
      names = {"SET_ASIDE", "DECIDE"})
  void rules_can_know_what_is_wrong_with_the_document(OnDamage onDamage) {
    script.onDamage = onDamage;
    assertThat(fact(RESUME, FactQuery.PARSE_ERROR).orElse(Optional.of("?"))).isEmpty();
    shop.store.edit(AUTH, "{");

    assertThat(fact(RESUME, FactQuery.PARSE_ERROR).orElse(Optional.empty()).orElse(""))
        .isNotBlank();
  }

  @Test
  void where_a_damaged_document_must_stay_only_a_fresh_start_goes_on() {
    script.onDamage = OnDamage.FAIL;
    shop.store.edit(AUTH, "{");
    var fresh = new Change.StartRun("design", "auth", List.of(), true);

    assertThatThrownBy(() -> fact(RESUME, FactQuery.PARSE_ERROR))
        .isInstanceOf(UnreadableException.class);
    assertThatThrownBy(() -> fact(Workshop.start(AUTH), FactQuery.PARSE_ERROR))
        .isInstanceOf(UnreadableException.class);
    assertThat(fact(fresh, FactQuery.PARSE_ERROR).orElse(Optional.empty())).isPresent();
    assertThat(shop.text(AUTH)).isEqualTo("{");
  }

  @Test
  void where_the_rules_decide_a_damaged_document_is_not_kept_beside() {
    script.onDamage = OnDamage.DECIDE;
    script.events = List.of(new Event.DocumentSaved());
    shop.store.edit(AUTH, "{");

    var changeResult =
        shop.checkpoints.apply(script.dialect(), AUTH, RESUME, Workshop.by(ChangeMode.COMMIT));

    assertThat(Workshop.told(changeResult)).doesNotContain("set-aside");
    assertThat(shop.text(AUTH)).isEqualTo("{");
  }
}
