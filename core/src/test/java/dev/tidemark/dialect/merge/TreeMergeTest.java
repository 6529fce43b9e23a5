package dev.tidemark.dialect.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.merge.TreeMerge.Rule;
import dev.tidemark.dialect.merge.TreeMerge.Status;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Merges of small trees, rule by rule.
class TreeMergeTest {
  private static final Status STATUS =
      new Status(
          "status",
          List.of("open", "failed", "done", "verified"),
          Map.of("failed", "bad", "done", "good", "verified", "good"),
          List.of("why"),
          null,
          null);

  /// Members by their first letter: `e...` the earliest time, `l...` the latest one, `g...` the
  /// greatest number, `x...` of the leading side, `w...` as a whole; objects in `items` have a name
  /// and a status.
  private static final class Sample implements TreeMerge.Schema {
    @Override
    public Rule rule(List<String> path) {
      return switch (path.getLast().charAt(0)) {
        case 'e' -> Rule.EARLIEST;
        case 'l' -> Rule.LATEST;
        case 'g' -> Rule.GREATEST;
        case 'x' -> Rule.LEADER;
        case 'w' -> Rule.WHOLE;
        default -> Rule.CONFLICT;
      };
    }

    @Override
    public @Nullable String elementKey(List<String> path) {
      return path.getLast().equals("items") ? "name" : null;
    }

    @Override
    public @Nullable Status status(List<String> path) {
      return path.size() == 2 && path.getFirst().equals("items") ? STATUS : null;
    }

    @Override
    public @Nullable PhaseName phase(List<String> path) {
      return path.size() > 1 ? new PhaseName(path.get(1)) : null;
    }
  }

  private static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text.replace('\'', '"'));
  }

  private static String merged(String base, String ours, String theirs) {
    var treeMerge = new TreeMerge(new Sample(), 1);
    var merged = treeMerge.merge(json(base), json(ours), json(theirs));
    assertThat(treeMerge.conflicts()).isEmpty();
    return merged.toString().replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "a member that one side has changed; {'a':1}; {'a':2}; {'a':1}; {'a':2}",
        "members that both have added; {}; {'a':1}; {'b':2}; {'a':1,'b':2}",
        "a member that one side has removed; {'a':1,'b':1}; {'a':1,'b':1}; {'b':1}; {'b':1}",
        "a change is stronger than a removal; {'a':1}; {}; {'a':2}; {'a':2}",
        "objects member by member; {'a':{}}; {'a':{'b':1}}; {'a':{'c':1}}; {'a':{'b':1,'c':1}}",
        "lists are united; {'a':[1,2]}; {'a':[1,2,3]}; {'a':[2,4]}; {'a':[2,3,4]}",
        "elements by name; {}; {'items':[{'name':'n','b':1}]}; {'items':[{'name':'n','c':1}]};"
            + " {'items':[{'name':'n','b':1,'c':1}]}",
        "the earliest time; {}; {'e':'2026-01-02T00:00:00Z'}; {'e':'2026-01-01T00:00:00Z'};"
            + " {'e':'2026-01-01T00:00:00Z'}",
        "the latest time; {}; {'l':'2026-01-02T00:00:00Z'}; {'l':'2026-01-01T00:00:00Z'};"
            + " {'l':'2026-01-02T00:00:00Z'}",
        "of times in two zones the earliest; {}; {'e':'2026-01-01T02:00:00+02:00'};"
            + " {'e':'2026-01-01T01:00:00Z'}; {'e':'2026-01-01T02:00:00+02:00'}",
        "of the same time the first spelling; {}; {'e':'2026-01-01T00:00:00Z'};"
            + " {'e':'2026-01-01T00:00:00.000Z'}; {'e':'2026-01-01T00:00:00.000Z'}",
        "the greatest number; {}; {'g':2}; {'g':10}; {'g':10}",
        "the side that leads; {}; {'x':2}; {'x':10}; {'x':2}",
        "an object of the side that leads; {}; {'w':{'a':1}}; {'w':{'b':1}}; {'w':{'a':1}}"
      })
  void a_value_follows_its_rule(
      String rule, String base, String ours, String theirs, String expected) {
    assertThat(merged(base, ours, theirs)).as(rule).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "open, done, failed, true",
    "open, done, verified, false",
    "done, open, failed, true",
    "done, open, done, false",
    "open, failed, open, false",
    ", done, failed, true",
    ", open, done, false",
    "failed, done, verified, false",
    "failed, open, done, true"
  })
  void ends_of_different_outcome_contradict_each_other(
      @Nullable String base, String one, String other, boolean contradict) {
    assertThat(STATUS.contradict(base, one, other)).isEqualTo(contradict);
    assertThat(STATUS.contradict(base, other, one)).isEqualTo(contradict);
  }

  @Test
  void a_status_brings_its_companions_and_a_contradiction_records_both() {
    var treeMerge = new TreeMerge(new Sample(), 1);
    var merged =
        treeMerge.merge(
            json("{'items':[{'name':'n','status':'open'}]}"),
            json("{'items':[{'name':'n','status':'failed','why':'w'}]}"),
            json("{'items':[{'name':'n','status':'done'}]}"));

    assertThat(merged).isEqualTo(json("{'items':[{'name':'n','status':'done'}]}"));
    assertThat(treeMerge.conflicts())
        .containsExactly(
            new MergeConflict(
                new PhaseName("n"),
                List.of("items", "n"),
                json("{'status':'failed','why':'w'}"),
                json("{'status':'done'}")));
  }

  @Test
  void a_conflict_is_recorded_in_the_tree_and_decided_there() {
    var treeMerge = new TreeMerge(new Sample(), -1);
    var merged =
        treeMerge.merge(
            json("{'items':[]}"),
            json("{'items':[{'name':'n','s':'A'}]}"),
            json("{'items':[{'name':'n','s':'B'}]}"));
    var recorded = MergeConflict.into(merged, treeMerge.conflicts());

    assertThat(merged).isEqualTo(json("{'items':[{'name':'n','s':'B'}]}"));
    assertThat(MergeConflict.in(recorded)).isEqualTo(treeMerge.conflicts());
    assertThat(treeMerge.conflicts().getFirst().text()).isEqualTo("s: ours \"A\", theirs \"B\"");
    var decided = TreeMerge.decide(new Sample(), recorded, treeMerge.conflicts(), true);
    assertThat(decided).isEqualTo(json("{'items':[{'name':'n','s':'A'}]}"));
  }

  @Test
  void conflicts_of_both_sides_are_united_and_decided_ones_are_gone() {
    var conflict = "{'at':[],'ours':{'a':1},'theirs':{'a':2}}";
    var other = "{'at':[],'ours':{'b':1},'theirs':{'b':2}}";
    var swapped = "{'at':[],'ours':{'a':2},'theirs':{'a':1}}";

    assertThat(open("[" + conflict + "]", "[]", "[" + conflict + "]")).isZero();
    assertThat(open("[]", "[" + conflict + "]", "[" + swapped + "]")).isEqualTo(1);
    assertThat(open("[]", "[" + conflict + "]", "[" + other + "]")).isEqualTo(2);
    assertThat(open("[" + conflict + "]", "[" + conflict + "," + other + "]", "[]")).isEqualTo(1);
  }

  private static int open(String base, String ours, String theirs) {
    var treeMerge = new TreeMerge(new Sample(), 1);
    treeMerge.merge(with(base), with(ours), with(theirs));
    return treeMerge.conflicts().size();
  }

  private static JsonObject with(String conflicts) {
    return json("{'" + MergeConflict.KEY + "':" + conflicts + "}");
  }

  @Test
  void the_later_side_leads_and_of_the_same_time_the_values_are_compared() {
    var early = json("{'at':'2026-01-01T00:00:00Z'}");
    var late = json("{'at':'2026-01-02T00:00:00Z'}");

    assertThat(TreeMerge.lead(late, early, "at")).isPositive();
    assertThat(TreeMerge.lead(early, late, "at")).isNegative();
    assertThat(TreeMerge.lead(early, early, "at")).isZero();
    var one = new TreeMerge(new Sample(), 0).merge(null, json("{'x':1}"), json("{'x':2}"));
    var other = new TreeMerge(new Sample(), 0).merge(null, json("{'x':2}"), json("{'x':1}"));
    assertThat(one).isEqualTo(other).isEqualTo(json("{'x':2}"));
  }

  @ParameterizedTest
  @CsvSource({
    "open, done, failed, 1, done, o",
    "open, done, failed, -1, done, o",
    "open, failed, done, 1, done, t",
    "open, failed, done, -1, done, t",
    "open, odd, even, 1, odd, o",
    "open, odd, even, -1, even, t",
    "done, open, done, -1, open, o",
    "done, done, open, 1, open, t",
  })
  void the_further_status_counts_with_its_companions_else_that_of_the_side_that_leads(
      String base, String ours, String theirs, int lead, String status, String why) {
    var treeMerge = new TreeMerge(new Sample(), lead);
    var merged = treeMerge.merge(item(base, "b"), item(ours, "o"), item(theirs, "t"));

    assertThat(merged).isEqualTo(item(status, why));
  }

  private static JsonObject item(String status, String why) {
    return json("{'items':[{'name':'n','status':'" + status + "','why':'" + why + "'}]}");
  }

  /// One object with a status, which is blocked where the sides contradict each other.
  private static final class Blocking implements TreeMerge.Schema {
    @Override
    public Rule rule(List<String> path) {
      return Rule.CONFLICT;
    }

    @Override
    public @Nullable Status status(List<String> path) {
      return path.isEmpty()
          ? new Status("status", STATUS.words(), STATUS.outcomes(), List.of(), "reason", null)
          : null;
    }

    @Override
    public @Nullable PhaseName phase(List<String> path) {
      return null;
    }
  }

  @ParameterizedTest
  @CsvSource({"failed, done", "done, failed"})
  void a_contradiction_blocks_where_a_document_has_a_field_for_the_reason(
      String ours, String theirs) {
    var treeMerge = new TreeMerge(new Blocking(), 1);
    var merged =
        treeMerge.merge(
            json("{'status':'open'}"),
            json("{'status':'" + ours + "'}"),
            json("{'status':'" + theirs + "'}"));

    assertThat(merged)
        .isEqualTo(
            json(
                "{'status':'blocked',"
                    + "'reason':'done on one side of a git merge, failed on the other'}"));
    assertThat(treeMerge.conflicts()).isEmpty();
  }

  /// A schema without a status and without names of elements.
  private static final class Bare implements TreeMerge.Schema {
    @Override
    public Rule rule(List<String> path) {
      return Rule.CONFLICT;
    }

    @Override
    public @Nullable PhaseName phase(List<String> path) {
      return null;
    }
  }

  @Test
  void elements_without_a_name_are_united_by_their_content() {
    var merged =
        new TreeMerge(new Bare(), 1)
            .merge(null, json("{'l':[{'':1},{'a':2}]}"), json("{'l':[{'':3},{'a':2}]}"));

    assertThat(merged).isEqualTo(json("{'l':[{'':1},{'a':2},{'':3}]}"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "; {'s':1,'b':2}; {'s':9,'b':2}",
        "o; {'o':{'s':1},'b':2}; {'o':{'s':9},'b':2}",
        "o/p; {'o':{'p':{'s':1}}}; {'o':{'p':{'s':9}}}",
        "items/n; {'items':[{'name':'m'},{'name':'n','s':1}]};"
            + " {'items':[{'name':'m'},{'name':'n','s':9}]}",
        "items/n/o; {'items':[{'name':'n','o':{'s':1}}]}; {'items':[{'name':'n','o':{'s':9}}]}",
        "items/z; {'items':[1,{'name':'n'}]}; {'items':[1,{'name':'n'}]}",
        "items; {'items':[{'name':'n'}]}; {'items':[{'name':'n'}]}",
        "z; {'a':1}; {'a':1}",
        "a; {'a':1}; {'a':1}",
      })
  void a_decided_conflict_sets_the_fields_of_its_object_where_there_is_one(
      @Nullable String at, String root, String expected) {
    var path = at == null ? List.<String>of() : List.of(at.split("/"));
    var conflict = new MergeConflict(null, path, json("{'s':9}"), json("{'s':8}"));
    var recorded = MergeConflict.into(json(root), List.of(conflict));

    assertThat(TreeMerge.decide(new Sample(), recorded, List.of(conflict), true))
        .isEqualTo(json(expected));
  }
}
