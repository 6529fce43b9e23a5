package dev.tidemark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.history.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// The values that a checkpoint is made of.
class PhaseTest {
  private static final Instant ONE = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant TWO = Instant.parse("2026-03-01T13:00:00Z");
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final ContextSummary SUMMARY = new ContextSummary("as agreed");
  private static final List<Artifact> FILES = List.of(new Artifact("a.md", Artifact.Kind.CREATED));

  @Test
  void a_phase_that_is_begun_again_keeps_its_first_beginning_its_summary_and_its_files() {
    var pending = new Phase(PLAN, PhaseStatus.PENDING, null, null, null, null, FILES);
    var failed = pending.started(ONE).failed(TWO, "no disk");
    var again = failed.started(TWO);
    var done = again.completed(TWO, SUMMARY);

    assertThat(failed)
        .isEqualTo(new Phase(PLAN, PhaseStatus.FAILED, ONE, TWO, null, "no disk", FILES));
    assertThat(again)
        .isEqualTo(new Phase(PLAN, PhaseStatus.IN_PROGRESS, ONE, null, null, null, FILES));
    assertThat(done)
        .isEqualTo(new Phase(PLAN, PhaseStatus.COMPLETE, ONE, TWO, SUMMARY, null, FILES));
    assertThat(done.started(TWO).summary()).isEqualTo(SUMMARY);
    assertThat(done.failed(TWO, "late").summary()).isEqualTo(SUMMARY);
    assertThat(Phase.pending(PLAN).completed(TWO, SUMMARY).startedAt()).isEqualTo(TWO);
  }

  @ParameterizedTest
  @EnumSource(names = {"PENDING", "IN_PROGRESS"})
  void a_phase_that_is_open_has_not_ended(PhaseStatus status) {
    assertThat(status.isOpen()).isTrue();
    assertThatThrownBy(() -> new Phase(PLAN, status, ONE, TWO, null, null, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PENDING", "IN_PROGRESS"},
      mode = Mode.EXCLUDE)
  void any_other_may_have(PhaseStatus status) {
    assertThat(status.isOpen()).isFalse();
    assertThat(new Phase(PLAN, status, ONE, TWO, null, null, List.of()).endedAt()).isEqualTo(TWO);
  }

  @Test
  void a_phase_needs_a_name() {
    assertThatThrownBy(() -> new PhaseName(" ")).isInstanceOf(IllegalArgumentException.class);
    assertThat(PLAN).hasToString("plan").isNotEqualTo(new PhaseName("Plan"));
  }

  @Test
  void a_run_is_another_in_another_dialect_workflow_or_item() {
    var run = new CheckpointId("state", "design", "auth");
    var others =
        List.of(
            new CheckpointId("item", "design", "auth"),
            new CheckpointId("state", "ship", "auth"),
            new CheckpointId("state", "design", "login"),
            new CheckpointId("state", "design", null),
            new CheckpointId("design", "state", "auth"));

    assertThat(run).hasToString("state/design/auth");
    assertThat(run).isEqualTo(new CheckpointId("state", "design", "auth"));
    assertThat(run).hasSameHashCodeAs(new CheckpointId("state", "design", "auth"));
    assertThat(others).doesNotContain(run);
    assertThat(others).extracting(CheckpointId::hashCode).doesNotContain(run.hashCode());
    assertThat(new CheckpointId("state", "design", null)).hasToString("state/design");
  }

  @Test
  void what_git_has_checked_out_is_a_branch_and_a_commit() {
    var head = new Head("main", "0123456789abcdef");
    var others =
        List.of(new Head("feat", "0123456789abcdef"), new Head("main", null), new Head(null, null));

    assertThat(head).isEqualTo(new Head("main", "0123456789abcdef"));
    assertThat(head).hasSameHashCodeAs(new Head("main", "0123456789abcdef"));
    assertThat(others).doesNotContain(head).contains(Head.NONE);
    assertThat(others).extracting(Head::hashCode).doesNotContain(head.hashCode());
    assertThat(Head.abbreviated("0123456789abcdef")).isEqualTo("0123456");
    assertThat(Head.abbreviated("0123456")).isEqualTo("0123456");
    assertThat(Head.abbreviated("")).isEmpty();
  }

  @Test
  void a_file_is_as_it_was_if_its_path_its_size_and_its_digest_are() {
    var file = new Fingerprint("a", 1, "d");

    assertThat(file).isEqualTo(new Fingerprint("a", 1, "d"));
    assertThat(file).hasSameHashCodeAs(new Fingerprint("a", 1, "d"));
    assertThat(
            List.of(
                new Fingerprint("b", 1, "d"),
                new Fingerprint("a", 2, "d"),
                new Fingerprint("a", 1, null)))
        .doesNotContain(file);
    assertThat(file).doesNotHaveSameHashCodeAs(new Fingerprint("b", 1, "d"));
  }

  @Test
  void whoever_acts_is_called_by_name_and_version() {
    assertThat(Actor.tool("ci")).hasToString("ci");
    assertThat(Actor.tool("ci").kind()).isEqualTo(Actor.Kind.TOOL);
    assertThat(new Actor(Actor.Kind.AGENT, "codex", "1.2", "host", 7)).hasToString("codex 1.2");
    for (var kind : Actor.Kind.values()) {
      assertThat(Actor.Kind.of(kind.word())).isEqualTo(kind);
    }
    assertThat(Actor.Kind.of("robot")).isEqualTo(Actor.Kind.TOOL);
  }

  private record Bare(Optional<Instant> updatedAt) implements BareCheckpoint {}

  @Test
  void a_document_that_says_when_it_was_saved_has_that_time() {
    assertThat(new Bare(Optional.of(ONE)).times())
        .containsExactly(new DocumentField("updated_at", "2026-03-01T12:00:00.000Z"));
    assertThat(new Bare(Optional.empty()).times()).isEmpty();
    assertThat(new Bare(Optional.empty()).isPartOf(new Bare(Optional.of(ONE)))).isFalse();
  }
}
