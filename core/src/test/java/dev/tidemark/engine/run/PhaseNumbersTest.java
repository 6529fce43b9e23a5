package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Workshop;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Numbers of phases, which count in the plan that a run was started with.
class PhaseNumbersTest {
  private static final PhaseName RESEARCH = Workshop.RESEARCH;
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final PhaseName SPECS = new PhaseName("specs");
  private static final PhaseName EXTRA = new PhaseName("extra");

  private final Workshop shop = new Workshop();

  private List<PhaseName> planned() {
    return PhaseNumbers.planned(shop.store, shop.runs().inspect(AUTH));
  }

  @Test
  void a_run_that_was_never_begun_has_no_numbers() {
    assertThat(planned()).isEmpty();
  }

  @Test
  void numbers_follow_the_plan_for_the_phases_that_the_document_has() {
    shop.after(AUTH, Workshop.start(AUTH));
    shop.store.edit(
        AUTH,
        "{\"version\": 1, \"workflow\": \"design\","
            + " \"phases\": {\"specs\": {}, \"extra\": {}, \"research\": {}}}");

    assertThat(planned()).containsExactly(RESEARCH, SPECS, EXTRA);
  }

  @Test
  void the_plan_counts_where_the_document_cannot_be_read() {
    shop.after(AUTH, Workshop.start(AUTH));
    shop.store.edit(AUTH, "{");

    assertThat(planned()).containsExactly(RESEARCH, PLANNING, SPECS);
  }

  @Test
  void the_document_counts_where_no_start_is_recorded() {
    shop.store.edit(
        AUTH,
        "{\"version\": 1, \"workflow\": \"design\","
            + " \"phases\": {\"specs\": {}, \"research\": {}}}");

    assertThat(planned()).containsExactly(SPECS, RESEARCH);
  }

  @Test
  void numbers_count_from_one() {
    var planned = List.of(RESEARCH, PLANNING, SPECS);

    assertThat(PhaseNumbers.of(RESEARCH, planned)).isEqualTo("1");
    assertThat(PhaseNumbers.of(PLANNING, planned)).isEqualTo("2");
    assertThat(PhaseNumbers.of(SPECS, planned)).isEqualTo("3");
    assertThat(PhaseNumbers.of(EXTRA, planned)).isNull();
    assertThat(PhaseNumbers.of(EXTRA, List.of())).isNull();
  }

  @Test
  void a_number_that_is_the_name_of_a_phase_means_that_phase_only() {
    var planned = List.of(RESEARCH, PLANNING, new PhaseName("1"));

    assertThat(PhaseNumbers.of(RESEARCH, planned)).isNull();
    assertThat(PhaseNumbers.of(PLANNING, planned)).isEqualTo("2");
    assertThat(PhaseNumbers.of(new PhaseName("1"), planned)).isEqualTo("3");
  }
}
