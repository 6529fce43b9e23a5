package dev.tidemark.dialects.state.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.dialect.DocumentMerge.Result;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Documents of one run that were changed on both sides of a git merge.
class StateMergeTest {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");
  private static final String EARLY = "2026-03-01T10:00:00.000Z";
  private static final String LATE = "2026-03-01T11:00:00.000Z";

  private static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text.replace('\'', '"'));
  }

  /// A document of the run `implement auth`.
  private static JsonObject document(String updated, String members) {
    return json(
        "{'version':1,'command':'implement','feature':'auth','updated_at':'"
            + updated
            + "'"
            + (members.isEmpty() ? "" : "," + members)
            + "}");
  }

  private static JsonObject merged(@Nullable JsonObject base, JsonObject ours, JsonObject theirs) {
    var id = new CheckpointId("state", "implement", "auth");
    var was = base == null ? null : base.toString();
    var result = new StateFormat().merge(id, was, ours.toString(), theirs.toString());
    assertThat(result.refusal()).isNull();
    return (JsonObject) JsonText.parse(result.text());
  }

  private static JsonObject entry(JsonObject root, String phase) {
    var phases = root.object("phases");
    var entry = phases == null ? null : phases.object(phase);
    return entry == null ? JsonObject.EMPTY : entry;
  }

  @Test
  void documents_of_two_runs_are_not_merged() {
    var ours = document(EARLY, "'started_at':'" + EARLY + "'").toString();
    var another = ours.replace("auth", "pay");
    var later = ours.replace("\"started_at\":\"" + EARLY, "\"started_at\":\"" + LATE);

    for (var theirs : List.of(another, later)) {
      assertThat(new StateFormat().merge(ID, null, ours, theirs).refusal())
          .startsWith("the two sides are different runs: ours implement auth begun at ")
          .contains(", theirs implement ");
    }
  }

  @Test
  void a_status_and_another_text_of_one_task_are_a_conflict_of_both() {
    var task = "'phases':{'a':{'tasks':{'T001':{'status':'%s','description':'%s'}}}}";
    var ours = document(EARLY, task.formatted("pending", "Test it"));
    var theirs = document(LATE, task.formatted("complete", "Write it"));

    for (var base : List.of("Write it", "Read it")) {
      var was = document(EARLY, task.formatted("pending", base));
      var conflicts = MergeConflict.in(merged(was, ours, theirs));

      assertThat(conflicts).hasSize(1);
      assertThat(conflicts.getFirst().fields()).containsExactly("status", "description");
    }
  }

  @Test
  void a_phase_put_in_front_by_one_side_is_not_done_because_the_other_side_ended_that_number() {
    var base = "'phases':{'phase-1':{'title':'Setup','status':'in_progress','tasks':{'T001':%s}}}";
    var open = "{'status':'pending','description':'Folder'}";
    var done = "{'status':'complete','description':'Folder'}";
    var planned =
        "'phases':{'phase-1':{'title':'Research','status':'pending','tasks':{'T001':"
            + "{'status':'pending','description':'Ask'}}},'phase-2':{'title':'Set-up','status':"
            + "'in_progress','tasks':{'T002':"
            + open
            + "}}}";
    var ended = base.formatted(done).replace("in_progress", "complete");

    for (var merged :
        List.of(
            merged(
                document(EARLY, base.formatted(open)),
                document(LATE, planned),
                document(EARLY, ended)),
            merged(
                document(EARLY, base.formatted(open)),
                document(EARLY, ended),
                document(LATE, planned)))) {
      assertThat(entry(merged, "phase-1").string("status")).isEqualTo("pending");
      assertThat(entry(merged, "phase-1").object("tasks"))
          .hasToString("{\"T001\":{\"status\":\"pending\",\"description\":\"Ask\"}}");
      assertThat(entry(merged, "phase-2").string("status")).isEqualTo("complete");
      assertThat(entry(merged, "phase-2").object("tasks"))
          .hasToString("{\"T002\":{\"status\":\"complete\",\"description\":\"Folder\"}}");
      assertThat(merged.object("phases").members()).hasSize(2);
      assertThat(MergeConflict.in(merged)).isEmpty();
    }
  }

  @Test
  void two_new_tasks_with_one_number_are_told_apart_the_same_way_on_both_sides() {
    var base = document(EARLY, "'phases':{'a':{'tasks':{'T001':{'description':'One'}}}}");
    var more =
        "'phases':{'a':{'tasks':{'T001':{'description':'One'},'T002':{'status':'%s',"
            + "'description':'%s'}}}}";
    var ours = document(EARLY, more.formatted("complete", "Docs"));
    var theirs = document(LATE, more.formatted("pending", "Legal"));

    var merged = merged(base, ours, theirs);

    assertThat(entry(merged, "a").object("tasks").toString())
        .contains("\"T002\":{\"status\":\"pending\",\"description\":\"Legal\"}")
        .contains("\"T003\":{\"status\":\"complete\",\"description\":\"Docs\"}");
    assertThat(MergeConflict.in(merged)).isEmpty();
    assertThat(entry(merged(base, theirs, ours), "a").object("tasks").members())
        .containsExactlyInAnyOrderElementsOf(entry(merged, "a").object("tasks").members());
  }

  @Test
  void phases_of_both_sides_are_kept_with_the_status_that_is_further() {
    var base = document(EARLY, "'phases':{'a':{'status':'in_progress'}}");
    var ours = document(EARLY, "'phases':{'a':{'status':'complete'}}");
    var theirs =
        document(LATE, "'phases':{'a':{'status':'in_progress'},'b':{'status':'in_progress'}}");

    for (var merged : List.of(merged(base, ours, theirs), merged(base, theirs, ours))) {
      assertThat(entry(merged, "a").string("status")).isEqualTo("complete");
      assertThat(entry(merged, "b").string("status")).isEqualTo("in_progress");
      assertThat(merged.string("updated_at")).isEqualTo(LATE);
      assertThat(MergeConflict.in(merged)).isEmpty();
    }
  }

  @Test
  void the_earliest_beginning_of_a_phase_counts_and_the_commit_of_the_later_side() {
    var phase = ",'phases':{'a':{'status':'in_progress','started_at':'%s'}}";
    var base = document(EARLY, "'head_commit':'b'" + phase.formatted(LATE));
    var ours = document(LATE, "'head_commit':'c','x':1" + phase.formatted(LATE));
    var theirs = document(EARLY, "'head_commit':'d'" + phase.formatted(EARLY));

    var merged = merged(base, ours, theirs);

    assertThat(entry(merged, "a").string("started_at")).isEqualTo(EARLY);
    assertThat(merged.string("head_commit")).isEqualTo("c");
    assertThat(merged(base, theirs, ours).string("head_commit")).isEqualTo("c");
  }

  @Test
  void a_phase_that_ended_in_two_ways_is_a_conflict_of_that_phase() {
    var base = document(EARLY, "'phases':{'a':{'status':'in_progress'}}");
    var ours = document(EARLY, "'phases':{'a':{'status':'complete'}}");
    var theirs = document(LATE, "'phases':{'a':{'status':'failed','error':'red'}}");

    var conflicts = MergeConflict.in(merged(base, ours, theirs));

    assertThat(conflicts).hasSize(1);
    assertThat(String.valueOf(conflicts.getFirst().phase())).isEqualTo("a");
    assertThat(conflicts.getFirst().ours().string("status")).isEqualTo("complete");
    assertThat(conflicts.getFirst().theirs().string("status")).isEqualTo("failed");
  }

  @Test
  void a_task_that_ended_in_two_ways_is_blocked_and_one_that_went_on_goes_on() {
    var tasks = "'phases':{'a':{'status':'in_progress','tasks':{'T001':{'status':'%s'}}}}";
    var base = document(EARLY, tasks.formatted("pending"));
    var begun = document(EARLY, tasks.formatted("in_progress"));
    var done = document(LATE, tasks.formatted("complete"));
    var failed = document(LATE, tasks.formatted("failed"));

    assertThat(merged(base, begun, done).toString()).contains("\"complete\"");
    assertThat(MergeConflict.in(merged(base, begun, done))).isEmpty();
    assertThat(merged(base, failed, done).toString())
        .contains("\"blocked\"", "complete on one side of a git merge, failed on the other");
    assertThat(MergeConflict.in(merged(base, failed, done))).isEmpty();
  }

  @Test
  void a_finished_run_is_open_again_if_the_other_side_has_worked_on_it() {
    var phases = "'phases':{'a':{'status':'complete'}}";
    var base = document(EARLY, phases);
    var finished = document(LATE, "'completed_at':'" + LATE + "'," + phases);
    var idle = document(LATE, phases);
    var worked = document(EARLY, "'phases':{'a':{'status':'complete'},'b':{'status':'pending'}}");

    assertThat(merged(base, finished, idle).string("completed_at")).isEqualTo(LATE);
    assertThat(merged(base, finished, worked).has("completed_at")).isFalse();
    assertThat(merged(base, worked, finished).has("completed_at")).isFalse();
    var open = document(EARLY, "'completed_at':null," + phases);
    assertThat(merged(open, open, worked).string("completed_at")).isNull();
    assertThat(merged(base, finished, finished).string("completed_at")).isEqualTo(LATE);
  }

  @Test
  void of_two_next_actions_the_other_becomes_a_note_once() {
    var next = "'phases':{'a':{'status':'in_progress','next_action':'%s'%s}}";
    var base = document(EARLY, next.formatted("read", ""));
    var ours = document(LATE, next.formatted("write", ""));
    var theirs = document(EARLY, next.formatted("test", ",'notes':['slow']"));

    var merged = entry(merged(base, ours, theirs), "a");

    assertThat(merged.string("next_action")).isEqualTo("write");
    assertThat(merged.strings("notes")).containsExactly("slow", "test");
    var known = document(EARLY, next.formatted("test", ",'notes':['test']"));
    assertThat(entry(merged(base, known, ours), "a").strings("notes")).containsExactly("test");
    assertThat(entry(merged(base, ours, ours), "a").has("notes")).isFalse();
    var none = document(EARLY, "'phases':{'a':{'status':'in_progress'}}");
    assertThat(entry(merged(none, ours, none), "a").has("notes")).isFalse();
  }

  @Test
  void the_lists_agree_with_the_merged_phases() {
    var base =
        document(
            EARLY,
            "'state':{'current_phase':'a','completed_phases':[],'pending_phases':['b','c']},"
                + "'phases':{'a':{'status':'in_progress'},'b':{'status':'pending'},"
                + "'c':{'status':'pending'}}");
    var ours =
        document(
            EARLY,
            "'state':{'current_phase':'b','completed_phases':['a'],'pending_phases':['c']},"
                + "'phases':{'a':{'status':'complete'},'b':{'status':'in_progress'},"
                + "'c':{'status':'pending'}}");
    var theirs =
        document(
            LATE,
            "'state':{'current_phase':'c','completed_phases':['old'],'pending_phases':['b','x']},"
                + "'phases':{'a':{'status':'in_progress'},'b':{'status':'pending'},"
                + "'c':{'status':'in_progress'}}");

    for (var merged : List.of(merged(base, ours, theirs), merged(base, theirs, ours))) {
      var state = merged.object("state");
      assertThat(state).isNotNull();
      assertThat(state.strings("completed_phases")).contains("a", "old").doesNotContain("b", "c");
      assertThat(state.strings("pending_phases")).contains("x").doesNotContain("a", "b", "c");
      assertThat(state.string("current_phase")).isEqualTo("c");
    }
  }

  @Test
  void where_the_phase_of_no_side_goes_on_another_in_progress_is_the_current_one() {
    var phases = "'phases':{'a':{'status':'%s'},'b':{'status':'%s'}}";
    var state = "'state':{'current_phase':'a'},";
    var base = document(EARLY, state + phases.formatted("in_progress", "pending"));
    var ours = document(LATE, state + phases.formatted("complete", "in_progress"));

    var other = document(EARLY, "'x':1," + state + phases.formatted("in_progress", "pending"));

    var merged = merged(base, ours, other).object("state");

    assertThat(merged).isNotNull();
    assertThat(merged.string("current_phase")).isEqualTo("b");
    var done = document(LATE, state + phases.formatted("complete", "pending"));
    var ended = merged(base, done, other).object("state");
    assertThat(ended).isNotNull();
    assertThat(ended.string("current_phase")).isNull();
  }

  @Test
  void a_decision_takes_the_values_of_a_side_and_brings_the_lists_up_to_date() {
    var state = "'state':{'current_phase':'a','completed_phases':[]},";
    var base = document(EARLY, state + "'phases':{'a':{'status':'in_progress'}}");
    var ours = document(EARLY, state + "'phases':{'a':{'status':'complete'}}");
    var theirs = document(LATE, state + "'phases':{'a':{'status':'failed'}}");
    var merged = merged(base, ours, theirs);
    var conflicts = MergeConflict.in(merged);

    var taken = StateMerge.decide(merged, conflicts, true);
    var other = StateMerge.decide(merged, conflicts, false);

    assertThat(entry(taken, "a").string("status")).isEqualTo("complete");
    var lists = taken.object("state");
    assertThat(lists).isNotNull();
    assertThat(lists.strings("completed_phases")).containsExactly("a");
    assertThat(entry(other, "a").string("status")).isEqualTo("failed");
  }

  @Test
  void of_two_changes_of_a_phase_the_status_that_is_further_counts() {
    var phase = "'phases':{'a':{'status':'%s'}}";
    var base = document(EARLY, phase.formatted("pending"));
    var begun = document(LATE, phase.formatted("in_progress"));
    var failed = document(EARLY, phase.formatted("failed"));

    for (var merged : List.of(merged(base, begun, failed), merged(base, failed, begun))) {
      assertThat(entry(merged, "a")).hasToString("{\"status\":\"failed\"}");
      assertThat(MergeConflict.in(merged)).isEmpty();
    }
  }

  @Test
  void of_two_phases_in_progress_that_of_the_later_side_is_the_current_one() {
    var phases = "'phases':{'a':{'status':'in_progress'},'b':{'status':'in_progress'}}";
    var base = document(EARLY, "'state':{'current_phase':null}," + phases);
    var a = "'state':{'current_phase':'a'}," + phases;
    var b = "'state':{'current_phase':'b'}," + phases;

    assertThat(currentBothWays(base, document(LATE, a), document(EARLY, b))).isEqualTo("a");
    assertThat(currentBothWays(base, document(EARLY, a), document(LATE, b))).isEqualTo("b");
    assertThat(currentBothWays(base, document(LATE, a), document(LATE, b))).isEqualTo("b");
  }

  private static String currentBothWays(JsonObject base, JsonObject one, JsonObject other) {
    var current = current(merged(base, one, other));
    assertThat(current(merged(base, other, one))).isEqualTo(current);
    return current;
  }

  private static String current(JsonObject merged) {
    var state = merged.object("state");
    var current = state == null ? null : state.string("current_phase");
    return current == null ? "" : current;
  }

  @Test
  void what_the_lists_hold_beside_the_phases_stays() {
    var phases = "'phases':{'a':{'status':'%s'},'b':{'status':'pending'}}";
    var state =
        "'state':{'current_phase':'z','completed_phases':[7,'old'],'pending_phases':[8,'a','b']},";
    var base = document(EARLY, state + phases.formatted("in_progress"));
    var ours = document(LATE, state + phases.formatted("complete"));
    var theirs = document(EARLY, state + phases.formatted("in_progress") + ",'x':1");

    assertThat(merged(base, ours, theirs).object("state"))
        .hasToString(
            "{\"current_phase\":\"z\",\"completed_phases\":[7,\"old\",\"a\"],"
                + "\"pending_phases\":[8,\"b\"]}");
  }

  @Test
  void a_phase_that_is_done_by_the_lists_is_not_ahead_as_well() {
    var base = document(EARLY, "'state':{'completed_phases':[],'pending_phases':['a','b']}");
    var ours = document(LATE, "'state':{'completed_phases':['a'],'pending_phases':['a','b']}");
    var theirs = document(EARLY, "'state':{'completed_phases':[],'pending_phases':['a','b','c']}");

    assertThat(merged(base, ours, theirs).object("state"))
        .hasToString(
            "{\"completed_phases\":[\"a\"],\"pending_phases\":[\"b\",\"c\"],"
                + "\"current_phase\":null}");
  }

  @Test
  void texts_are_merged_over_the_layout_of_ours_and_only_where_both_have_changed() {
    var base = "{ \"version\": 1, \"a\": 1, \"x\": 0 }";
    var ours = "{ \"version\": 1, \"a\": 1, \"x\": 1 }";
    var theirs = "{\"version\":1,\"x\":2}";
    var format = new StateFormat();

    assertThat(format.merge(ID, base, base, theirs)).isEqualTo(Result.of(theirs));
    assertThat(format.merge(ID, base, ours, base)).isEqualTo(Result.of(ours));
    assertThat(format.merge(ID, null, ours, ours)).isEqualTo(Result.of(ours));
    var merged = format.merge(ID, base, ours, theirs).text();
    assertThat(merged)
        .isEqualTo(
            "{ \"version\": 1, \"x\": 2, \"merge_conflicts\": "
                + "[{\"at\": [], \"ours\": {\"x\": 1}, \"theirs\": {\"x\": 2}}] }");
    assertThat(format.merge(ID, null, ours, theirs).text()).contains("\"a\": 1");

    var conflicts = format.decode(ID, merged).checkpoint().conflicts();
    assertThat(conflicts).hasSize(1);
    assertThat(format.decide(ID, merged, conflicts, true))
        .isEqualTo(ours.replace(" \"a\": 1,", ""));
    assertThat(format.decide(ID, merged, conflicts, false))
        .isEqualTo(ours.replace(" \"a\": 1,", "").replace("\"x\": 1", "\"x\": 2"));
    assertThat(format.decode(ID, ours).checkpoint().conflicts()).isEmpty();
  }
}
