package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.TreeMerge.Rule;
import dev.tidemark.dialect.TreeMerge.Status;
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
    assertThat(one).isEqualTo(other);
  }
}
