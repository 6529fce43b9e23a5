package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.dialect.DocumentMerge.Result;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Merges of `phase.json` that was changed on both sides.
class FlowMergeTest {
  private static final String EARLY = "2026-11-20T10:00:00.000Z";
  private static final String LATE = "2026-11-20T11:00:00.000Z";

  private final FlowFormat format = new FlowFormat();

  /// A document of the workflow `shop`; the members are written with single quotes.
  private static String document(String updated, String members) {
    return ("{'workflow_id':'shop','last_updated':'" + updated + "'," + members + "}")
        .replace('\'', '"');
  }

  /// The members of a progress such as `1 ARCHITECTURE pending`: how many phases are completed, the
  /// current one, and its status.
  private static String progress(String words) {
    var parts = words.split(" ");
    var completed = new StringBuilder();
    for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
      var phase = FlowPhase.values()[i];
      completed.append(completed.isEmpty() ? "" : ",").append("{'phase':'" + phase + "'}");
    }
    return "'current_phase':'%s','phase_status':'%s','completed_phases':[%s]"
        .formatted(parts[1], parts[2], completed);
  }

  private Result merge(@Nullable String base, String ours, String theirs) {
    return format.merge(FlowFormat.ID, base, ours, theirs);
  }

  private String merged(@Nullable String base, String ours, String theirs) {
    var result = merge(base, ours, theirs);
    assertThat(result.refusal()).isNull();
    return result.text();
  }

  private static List<MergeConflict> conflicts(String document) {
    return MergeConflict.in((JsonObject) JsonText.parse(document));
  }

  @Test
  void documents_of_two_workflows_are_not_merged() {
    var ours = document(EARLY, progress("0 REQUIREMENTS pending"));
    var theirs = ours.replace("shop", "pay");

    assertThat(merge(null, ours, theirs))
        .isEqualTo(Result.refused("the two sides are different runs: ours shop, theirs pay"));
  }

  @Test
  void a_document_that_one_side_alone_has_changed_is_taken_byte_for_byte() {
    var base = document(EARLY, progress("0 REQUIREMENTS pending"));
    var changed = "  " + base.replace("pending", "in_progress");

    assertThat(merged(base, changed, base)).isEqualTo(changed);
    assertThat(merged(base, base, changed)).isEqualTo(changed);
    assertThat(merged(null, changed, changed)).isEqualTo(changed);
  }

  @ParameterizedTest
  @CsvSource({
    // one side alone has moved
    "1 ARCHITECTURE in_progress, 2 IMPLEMENTATION pending, 1 ARCHITECTURE in_progress, 2",
    "1 ARCHITECTURE in_progress, 1 ARCHITECTURE failed, 1 ARCHITECTURE in_progress, 2",
    "1 ARCHITECTURE in_progress, 0 REQUIREMENTS pending, 1 ARCHITECTURE in_progress, 2",
    // more phases are completed
    "0 REQUIREMENTS pending, 2 IMPLEMENTATION pending, 1 ARCHITECTURE in_progress, 2",
    "0 REQUIREMENTS pending, 2 ARCHITECTURE pending, 1 VERIFICATION in_progress, 2",
    // a later phase is the current one
    "0 REQUIREMENTS pending, 0 IMPLEMENTATION pending, 0 ARCHITECTURE failed, 2",
    "0 REQUIREMENTS pending, 0 ARCHITECTURE pending, 0 DEPLOYING failed, 2",
    // the same phase has come further
    "0 REQUIREMENTS pending, 1 ARCHITECTURE failed, 1 ARCHITECTURE in_progress, 2",
    "0 REQUIREMENTS pending, 1 ARCHITECTURE in_progress, 1 ARCHITECTURE pending, 2",
    "0 REQUIREMENTS pending, 1 ARCHITECTURE in_progress, 1 ARCHITECTURE running, 2",
    // nothing tells them apart but the time of the last change
    "0 REQUIREMENTS pending, 1 ARCHITECTURE pending, 1 ARCHITECTURE complete, 3",
    "0 REQUIREMENTS pending, 1 ARCHITECTURE complete, 1 ARCHITECTURE pending, 3",
    "0 REQUIREMENTS pending, 1 ARCHITECTURE running, 1 ARCHITECTURE pending, 3",
  })
  void the_progress_is_that_of_the_side_that_is_further(
      String base, String one, String other, int expected) {
    var was = document(EARLY, progress(base));
    var early = document(EARLY, progress(one) + ",'by':'ann'");
    var late = document(LATE, progress(other) + ",'by':'ann'");
    var further = document(LATE, progress(expected == 2 ? one : other) + ",'by':'ann'");

    assertThat(merged(was, early, late)).isEqualTo(further);
    assertThat(merged(was, late, early)).isEqualTo(further);
  }

  @Test
  void of_two_progresses_of_one_time_the_same_one_is_taken_on_both_sides() {
    var base = document(EARLY, progress("0 REQUIREMENTS pending"));
    var one = document(LATE, progress("1 ARCHITECTURE pending"));
    var other = document(LATE, progress("1 ARCHITECTURE complete"));

    assertThat(merged(base, one, other)).isEqualTo(one);
    assertThat(merged(base, other, one)).isEqualTo(one);
  }

  @Test
  void without_a_base_the_further_side_counts_too() {
    var one = document(EARLY, progress("1 ARCHITECTURE pending"));
    var other = document(LATE, progress("0 REQUIREMENTS in_progress"));

    assertThat(merged(null, one, other)).isEqualTo(one.replace(EARLY, LATE));
    assertThat(merged(null, other, one)).isEqualTo(one.replace(EARLY, LATE));
  }

  @Test
  void what_both_sides_have_added_to_the_phases_and_files_is_in_the_merged_document() {
    var base =
        document(
            EARLY,
            "'started_at':'2026-11-20T09:30:00Z',"
                + progress("1 ARCHITECTURE in_progress")
                + ",'user_checkpoints':[],'baseline':[{'path':'a.json','size':1,'sha256':'00'}]");
    var ours =
        document(
            EARLY,
            "'started_at':'2026-11-20T09:30:00Z','current_phase':'IMPLEMENTATION',"
                + "'phase_status':'pending','completed_phases':[{'phase':'REQUIREMENTS',"
                + "'by':'ann'},{'phase':'ARCHITECTURE','completed_at':'2026-11-20T09:50:00Z'}],"
                + "'user_checkpoints':[{'phase':'REQUIREMENTS',"
                + "'approved_at':'2026-11-20T09:40:00Z'}],"
                + "'baseline':[{'path':'a.json','size':2,'sha256':'22'}]");
    var theirs =
        document(
            LATE,
            "'started_at':'2026-11-20T09:30:00Z','current_phase':'ARCHITECTURE',"
                + "'phase_status':'in_progress','completed_phases':[{'phase':'REQUIREMENTS',"
                + "'output':'d.json'}],'user_checkpoints':[{'phase':'REQUIREMENTS',"
                + "'approved_at':'2026-11-20T09:35:00Z'},{'phase':'ARCHITECTURE',"
                + "'approved_at':'2026-11-20T10:30:00Z'}],"
                + "'baseline':[{'path':'a.json','size':3,'sha256':'33'},{'path':'b.json'}]");

    assertThat(merged(base, ours, theirs))
        .isEqualTo(
            document(
                LATE,
                "'started_at':'2026-11-20T09:30:00Z','current_phase':'IMPLEMENTATION',"
                    + "'phase_status':'pending','completed_phases':[{'phase':'REQUIREMENTS',"
                    + "'by':'ann','output':'d.json'},{'phase':'ARCHITECTURE',"
                    + "'completed_at':'2026-11-20T09:50:00Z'}],"
                    + "'user_checkpoints':[{'phase':'REQUIREMENTS',"
                    + "'approved_at':'2026-11-20T09:35:00Z'},{'phase':'ARCHITECTURE',"
                    + "'approved_at':'2026-11-20T10:30:00Z'}],"
                    + "'baseline':[{'path':'a.json','size':3,'sha256':'33'},{'path':'b.json'}]"));
  }

  @ParameterizedTest
  @CsvSource({"true, true, true", "true, false, false", "false, true, false"})
  void a_write_that_was_interrupted_on_one_side_was_interrupted(
      String ours, String theirs, String expected) {
    var members = progress("0 REQUIREMENTS pending") + ",'interruption_safe':";

    assertThat(merged(null, document(EARLY, members + ours), document(LATE, members + theirs)))
        .isEqualTo(document(LATE, members + expected));
  }

  @Test
  void a_phase_that_one_side_completed_and_the_other_failed_is_a_conflict_to_decide() {
    var base = document(EARLY, progress("0 REQUIREMENTS in_progress"));
    var done = document(EARLY, progress("1 ARCHITECTURE in_progress"));
    var failed = document(LATE, progress("0 REQUIREMENTS failed"));

    var merged = merged(base, done, failed);

    var taken = progress("1 ARCHITECTURE in_progress");
    var other = progress("0 REQUIREMENTS failed");
    assertThat(merged)
        .isEqualTo(
            document(
                LATE,
                taken
                    + ",'merge_conflicts':[{'phase':'REQUIREMENTS','at':[],"
                    + "'ours':{"
                    + taken
                    + "},'theirs':{"
                    + other
                    + "}}]"));
    assertThat(format.decode(FlowFormat.ID, merged).checkpoint().conflicts())
        .isEqualTo(conflicts(merged))
        .hasSize(1);
    assertThat(format.decide(FlowFormat.ID, merged, conflicts(merged), true))
        .isEqualTo(document(LATE, taken));
    assertThat(format.decide(FlowFormat.ID, merged, conflicts(merged), false))
        .isEqualTo(document(LATE, other));
  }

  @Test
  void a_phase_that_both_sides_reopened_is_a_conflict_only_if_one_has_ended_it_again() {
    var base = document(EARLY, progress("1 ARCHITECTURE pending"));
    var ours = document(EARLY, progress("0 REQUIREMENTS failed"));
    var theirs = document(LATE, progress("0 REQUIREMENTS in_progress"));

    assertThat(conflicts(merged(base, ours, theirs)))
        .extracting(MergeConflict::phase)
        .containsExactly(FlowPhase.REQUIREMENTS.phase());
    assertThat(conflicts(merged(base, theirs, document(EARLY, progress("0 REQUIREMENTS pending")))))
        .isEmpty();
  }

  @Test
  void a_field_of_another_tool_that_both_sides_changed_is_a_conflict_of_the_phase_it_names() {
    var members = progress("1 ARCHITECTURE pending").replace("{'ph", "{'by':'%1$s','ph");
    var all = members + ",'tool':'%1$s','owners':{'ARCHITECTURE':'%1$s'}";
    var ours = document(LATE, all.formatted("ann"));

    var merged = merged(document(EARLY, members.formatted("")), ours, ours.replace("ann", "bob"));

    assertThat(conflicts(merged))
        .extracting(conflict -> conflict.phase() + " " + conflict.at() + " " + conflict.text())
        .containsExactly(
            "REQUIREMENTS [completed_phases, REQUIREMENTS] by: ours \"ann\", theirs \"bob\"",
            "null [] tool: ours \"ann\", theirs \"bob\"",
            "ARCHITECTURE [owners] ARCHITECTURE: ours \"ann\", theirs \"bob\"");
    assertThat(format.decide(FlowFormat.ID, merged, conflicts(merged), true)).isEqualTo(ours);
    assertThat(format.decide(FlowFormat.ID, merged, conflicts(merged), false))
        .isEqualTo(ours.replace("ann", "bob"));
  }
}
