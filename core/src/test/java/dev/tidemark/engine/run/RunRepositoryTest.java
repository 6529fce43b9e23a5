package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.RememberingStore;
import dev.tidemark.engine.Workshop;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.change.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What runs there are, and how each stands.
class RunRepositoryTest {
  private static final CheckpointId LOGIN = new CheckpointId("toy", "design", "login");
  private static final CheckpointId SOLO = ToyDialects.SOLO_RUN;
  private static final CheckpointId PART = ToyDialects.PART;

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private static List<CheckpointId> ids(List<Run> runs) {
    return runs.stream().map(Run::id).toList();
  }

  private RunSummary glance(CheckpointId id) {
    return RunSummary.of(shop.runs().inspect(id));
  }

  private final RememberingStore memory = new RememberingStore(shop.store);

  private RunRepository remembering(String edition) {
    var workflows = new Workflows(List.of());
    return new RunRepository(shop.dialects, memory, shop.store, () -> shop.now, workflows, edition);
  }

  @Test
  void runs_are_listed_by_their_names_and_parts_only_if_they_are_wanted() {
    shop.after(LOGIN, Workshop.start(LOGIN));
    shop.store.edit(PART, "{}");
    shop.store.edit(SOLO, "{}");

    assertThat(ids(shop.runs().all())).containsExactly(SOLO, AUTH, LOGIN);
    assertThat(ids(shop.runs().withParts())).containsExactly(PART, SOLO, AUTH, LOGIN);
    assertThat(shop.runs().overview(false).runs())
        .extracting(RunSummary::id)
        .containsExactly(SOLO, AUTH, LOGIN);
  }

  @Test
  void ended_runs_are_counted_unless_they_are_wanted() {
    shop.after(LOGIN, Workshop.start(LOGIN), new Change.FinishRun());

    var open = shop.runs().overview(false);
    var all = shop.runs().overview(true);

    assertThat(open.runs()).extracting(RunSummary::id).containsExactly(AUTH);
    assertThat(open.omitted()).isEqualTo(1);
    assertThat(all.runs()).extracting(RunSummary::id).containsExactly(AUTH, LOGIN);
    assertThat(all.omitted()).isZero();
    assertThat(all.read(LOGIN)).isNotNull();
    assertThat(all.read(SOLO)).isNull();
  }

  @Test
  void of_many_runs_only_some_are_kept_in_memory_and_each_with_a_problem() {
    for (int i = 0; i < RunSummaryCodec.KEPT_MAX + 5; i++) {
      shop.store.edit(new CheckpointId("toy", "design", "many" + i), shop.text(AUTH));
    }
    var malformed = new CheckpointId("toy", "design", "zebra");
    shop.store.edit(malformed, "{");

    var overview = shop.runs().overview(true);

    assertThat(overview.runs()).hasSize(RunSummaryCodec.KEPT_MAX + 7);
    assertThat(overview.read())
        .hasSizeBetween(RunSummaryCodec.KEPT_MAX, RunSummaryCodec.KEPT_MAX + 1);
    assertThat(overview.read(malformed)).isNotNull();
  }

  @Test
  void what_was_understood_is_remembered_until_the_definitions_change() {
    var first = remembering("1").overview(false);
    var second = remembering("1").overview(false);

    assertThat(first.omitted()).isEqualTo(6);
    assertThat(memory.asked).hasSize(1);
    assertThat(memory.at).isEqualTo(shop.now);
    assertThat(second.runs()).isEqualTo(first.runs());
    assertThat(second.read(AUTH)).isNull();
    remembering("2").overview(false);
    assertThat(memory.asked).hasSize(2);
  }

  @Test
  void what_was_remembered_and_says_nothing_is_understood_anew() {
    remembering("1").overview(false);
    memory.remembered.replaceAll((key, it) -> new StoredSummary(it.id(), false, true, "nothing"));

    assertThat(remembering("1").overview(false).runs()).containsExactly(glance(AUTH));
  }

  @Test
  void a_run_that_cannot_be_read_may_be_readable_next_time() {
    shop.after(LOGIN, Workshop.start(LOGIN), new Change.FinishRun());
    shop.store.edit(SOLO, "{");

    remembering("1").overview(false);

    assertThat(memory.asked)
        .extracting(it -> it.id() + " " + it.finished() + " " + it.cacheable())
        .containsExactlyInAnyOrder(
            AUTH + " false true", LOGIN + " true true", SOLO + " false false");
  }

  @Test
  void a_run_is_found_by_its_name_if_there_is_one() {
    var found = shop.runs().find(AUTH);
    assertThat(found).isNotNull();
    assertThat(found.checkpoint()).isNotNull();
    assertThat(found.definition()).isNotNull();
    assertThat(shop.runs().find(LOGIN)).isNull();
    assertThat(shop.runs().inspect(LOGIN).checkpoint()).isNull();
    assertThat(shop.runs().pathOf(AUTH)).isEqualTo("toy/design-auth.json");
    assertThatThrownBy(() -> shop.runs().inspect(new CheckpointId("verse", "x", null)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_file_whose_name_can_be_read_in_two_ways_belongs_to_one_run() {
    var odd = new CheckpointId("toy", "design-big", "auth");
    shop.store.edit(odd, shop.text(AUTH));

    assertThat(shop.runs().find(odd)).isNull();
    var recordMetadata = new RecordMetadata(shop.now, Workshop.ANN, List.of(), Evidence.NONE);
    shop.store.replace(
        DocumentWrite.note(odd, shop.store.find(odd).orElseThrow().revision(), recordMetadata));
    assertThat(shop.runs().find(odd)).isNotNull();
  }

  @Test
  void a_run_whose_document_is_gone_says_so() {
    shop.store.edit(AUTH, null);

    var run = shop.runs().inspect(AUTH);

    assertThat(run.checkpoint()).isNull();
    assertThat(run.open()).isTrue();
    assertThat(run.notices()).extracting(it -> it.code()).containsExactly("removed-outside");
  }

  @Test
  void where_the_store_does_not_answer_that_is_said_and_not_that_there_is_no_run() {
    memory.failure = new StoreUnavailableException("no disk", null);
    var runRepository = remembering("1");

    var run = runRepository.find(AUTH);
    assertThat(run).isNotNull();
    assertThat(run.problem()).isEqualTo("no disk");
    assertThat(runRepository.inspect(AUTH).problem()).isEqualTo("no disk");
    assertThatThrownBy(() -> new RunResolver(runRepository, "toy").existing("dev"))
        .isInstanceOf(StoreUnavailableException.class);
    memory.failure = new ForbiddenException("not ours", "Leave it.");
    var forbidden = runRepository.find(AUTH);
    assertThat(forbidden).isNotNull();
    assertThat(forbidden.problem()).isEqualTo("not ours");
    assertThat(runRepository.inspect(AUTH).problem()).isEqualTo("not ours");
  }

  @Test
  void a_part_is_no_dialect_of_runs() {
    var runRepository = shop.runs();

    assertThat(runRepository.dialect("toy")).isPresent();
    assertThat(runRepository.dialect("part")).isEmpty();
    assertThat(runRepository.part("part")).isPresent();
    assertThat(runRepository.part("toy")).isEmpty();
    assertThat(runRepository.dialects()).extracting(Dialect::name).isEqualTo(runRepository.names());
  }

  @Test
  void runs_of_a_branch_are_read_where_only_a_summary_was_remembered() {
    remembering("1").overview(false);

    assertThat(new RunResolver(remembering("1"), "toy").openRunsOfBranch("main"))
        .extracting(Run::id)
        .containsExactly(AUTH);
  }

  @Test
  void the_parts_of_a_run_are_those_that_say_so() {
    var whole = "{\"version\": 1, \"parts\": true}";
    shop.store.edit(SOLO, whole);
    var part = "{\"version\": 1, \"of\": \"solo/dev\"}";
    shop.store.edit(PART, part);
    var runRepository = shop.runs();

    assertThat(runRepository.partsOf(runRepository.inspect(SOLO)))
        .extracting(Run::id)
        .containsExactly(PART);
    assertThat(runRepository.partsOf(runRepository.inspect(AUTH))).isEmpty();
    shop.store.edit(PART, part.replace("solo/dev", "solo/other"));
    assertThat(runRepository.partsOf(runRepository.inspect(SOLO))).isEmpty();
    shop.store.edit(PART, "{");
    assertThat(runRepository.partsOf(runRepository.inspect(SOLO))).isEmpty();
    shop.store.edit(SOLO, "{");
    assertThat(runRepository.partsOf(runRepository.inspect(SOLO))).isEmpty();
  }

  @Test
  void a_protocol_says_itself_what_its_runs_wait_for() {
    shop.store.edit(SOLO, "{\"version\": 1, \"waits_for\": \"start\"}");

    assertThat(shop.runs().inspect(SOLO).pendingAction())
        .isEqualTo(new PendingHumanAction("approval of start", "approve start"));
  }

  @Test
  void files_of_other_tools_and_copies_are_no_runs_until_they_have_a_journal() {
    var copy = new CheckpointId("toy", "design", "auth 2");
    var other = new CheckpointId("toy", "design", "queue");
    shop.store.edit(copy, shop.text(AUTH));
    shop.store.edit(other, "[1,2]");
    var foreign = new ArrayList<ForeignFile>();

    assertThat(ids(shop.runs().all())).containsExactly(AUTH);
    shop.runs().each("toy", run -> assertThat(run.id()).isEqualTo(AUTH), foreign::add);
    assertThat(ids(shop.runs().of("toy"))).containsExactly(AUTH);
    assertThat(foreign)
        .extracting(it -> it.path() + ": " + it.reason())
        .containsExactlyInAnyOrder(
            "toy/design-auth 2.json: a copy of toy/design-auth.json, and no run",
            "toy/design-queue.json: not a checkpoint of the format toy");
    assertThat(shop.runs().overview(true).runs()).extracting(RunSummary::id).containsExactly(AUTH);
    assertThat(shop.runs().find(copy)).isNull();
    assertThat(shop.runs().find(other)).isNull();
    assertThat(shop.runs().inspect(copy).problem()).contains("a copy of toy/design-auth.json");
    var revision = shop.store.find(copy).orElseThrow().revision();
    shop.store.replace(DocumentWrite.adoption(copy, revision, shop.now));
    assertThat(ids(shop.runs().all())).containsExactly(AUTH, copy);
  }

  @Test
  void files_that_are_no_runs_are_not_read_again() {
    shop.store.edit(new CheckpointId("toy", "design", "auth 2"), shop.text(AUTH));
    shop.store.edit(new CheckpointId("toy", "design", "queue"), "[1,2]");

    var first = remembering("1").overview(false);
    var second = remembering("1").overview(false);

    assertThat(memory.asked).hasSize(3);
    assertThat(first.runs()).extracting(RunSummary::id).containsExactly(AUTH);
    assertThat(second.runs()).isEqualTo(first.runs());
    assertThat(second.omitted()).isEqualTo(first.omitted());
  }
}
