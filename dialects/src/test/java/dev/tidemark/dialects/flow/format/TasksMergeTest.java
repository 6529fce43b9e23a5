package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.dialect.DocumentMerge.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Merges of `execution.json` that was changed on both sides.
class TasksMergeTest {
  private final TasksFormat format = new TasksFormat();

  /// Tasks of the workflow `shop`; quotes are single ones.
  private static String document(String tasks) {
    return ("{'workflow_id':'shop','tasks':[" + tasks + "]}").replace('\'', '"');
  }

  private static String task(String status, String members) {
    return "{'id':'T1','status':'" + status + "'" + members + "}";
  }

  private Result merge(@Nullable String base, String ours, String theirs) {
    return format.merge(TasksFormat.ID, base, ours, theirs);
  }

  private String merged(@Nullable String base, String ours, String theirs) {
    var result = merge(base, ours, theirs);
    assertThat(result.refusal()).isNull();
    return result.text();
  }

  @Test
  void tasks_of_two_workflows_are_not_merged_but_those_that_name_none_are() {
    var ours = document(task("running", ""));
    var theirs = document(task("complete", ""));
    var unnamed = theirs.replace("\"workflow_id\":\"shop\",", "");

    assertThat(merge(null, ours, theirs.replace("shop", "pay")))
        .isEqualTo(Result.refused("the two sides are different runs: ours shop, theirs pay"));
    assertThat(merged(null, ours, unnamed)).isEqualTo(theirs);
    assertThat(merged(null, unnamed, ours))
        .isEqualTo(unnamed.replace("]}", "],\"workflow_id\":\"shop\"}"));
  }

  @Test
  void tasks_that_one_side_alone_has_changed_are_taken_byte_for_byte() {
    var base = document(task("pending", ""));
    var changed = " " + document(task("running", ""));

    assertThat(merged(base, changed, base)).isEqualTo(changed);
    assertThat(merged(base, base, changed)).isEqualTo(changed);
    assertThat(merged(null, changed, changed)).isEqualTo(changed);
  }

  @ParameterizedTest
  @CsvSource({
    "pending, running, complete, complete",
    "pending, blocked, running, running",
    "running, failed, pre_complete, pre_complete",
    "running, complete, verified, verified",
    "running, running, failed, failed",
    "complete, running, complete, running",
  })
  void a_task_has_the_status_that_is_further_or_that_one_side_alone_has_changed(
      String base, String ours, String theirs, String expected) {
    var was = document(task(base, ""));
    var one = document(task(ours, ",'by':'ann'"));
    var other = document(task(theirs, ",'by':'ann'"));

    assertThat(merged(was, one, other)).isEqualTo(document(task(expected, ",'by':'ann'")));
    assertThat(merged(was, other, one)).isEqualTo(document(task(expected, ",'by':'ann'")));
  }

  @Test
  void a_task_that_ended_in_two_ways_is_blocked_and_is_no_conflict_of_the_run() {
    var base = document(task("running", ""));
    var done = document(task("complete", ",'completed_at':'2026-11-20T10:00:00Z'"));
    var failed = document(task("failed", ",'failure_reason':'red'"));

    var merged = merged(base, done, failed);

    assertThat(merged)
        .isEqualTo(
            document(
                task(
                    "blocked",
                    ",'completed_at':'2026-11-20T10:00:00Z','blocked_reason':"
                        + "'complete on one side of a git merge, failed (red) on the other'")));
    assertThat(format.decide(TasksFormat.ID, merged, List.of(), true)).isEqualTo(merged);
  }

  @Test
  void the_reason_of_a_block_that_the_other_side_has_passed_is_listed() {
    var base = document(task("pending", ""));
    var blocked = document(task("blocked", ",'blocked_reason':'No key'"));
    var done = document(task("complete", ""));

    var result = merge(base, blocked, done);

    assertThat(result.text()).isEqualTo(done);
    assertThat(result.moved()).isEmpty();
    assertThat(result.unplaced())
        .extracting(Note::text)
        .containsExactly("Task T1: blocked: No key");
  }

  @Test
  void of_times_and_attempts_the_outer_ones_count_and_of_other_fields_those_of_the_later_side() {
    var fields =
        ",'started_at':'2026-11-20T%s:00Z','completed_at':'2026-11-20T%s:00Z','attempts':%s,"
            + "'depends_on':['%s'],'description':'%s'";
    var base = document(task("pending", ""));
    var ours = document(task("complete", fields.formatted("10:00", "10:40", 1, "a", "old")));
    var theirs = document(task("complete", fields.formatted("10:10", "10:50", 2, "b", "new")));
    var updated = ",\"last_updated\":\"2026-11-20T%s:00Z\"}";
    var early = ours.substring(0, ours.length() - 1) + updated.formatted("11:00");
    var late = theirs.substring(0, theirs.length() - 1) + updated.formatted("12:00");

    assertThat(merged(base, early, late))
        .isEqualTo(
            early
                .replace("10:40", "10:50")
                .replace("\"attempts\":1", "\"attempts\":2")
                .replace("[\"a\"]", "[\"a\",\"b\"]")
                .replace("old", "new")
                .replace("11:00", "12:00"));
  }

  @Test
  void tasks_that_both_sides_have_added_are_all_there_in_the_order_of_the_sides() {
    var base = document(task("pending", ""));
    var ours = document(task("pending", "") + ",{'id':'T2'}");
    var theirs = document("{'id':'T3'}," + task("running", ""));

    assertThat(merged(base, ours, theirs))
        .isEqualTo(document(task("running", "") + ",{'id':'T2'},{'id':'T3'}"));
  }

  @Test
  void a_status_below_a_task_or_beside_the_tasks_is_a_field_of_another_tool() {
    var all =
        "{'last_updated':'2026-11-20T%1$s:00Z','plan':{'a':{'status':'%2$s'}},"
            + "'tasks':[{'id':'T1','check':{'status':'%2$s'}}]}";
    var ours = all.formatted("10:00", "complete").replace('\'', '"');
    var theirs = all.formatted("11:00", "failed").replace('\'', '"');

    assertThat(merged("{}", ours, theirs)).isEqualTo(theirs);
    assertThat(merged("{}", theirs, ours)).isEqualTo(theirs);
  }
}
