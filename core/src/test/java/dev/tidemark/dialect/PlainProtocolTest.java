package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.engine.Sheet;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A protocol that says no more than it must.
class PlainProtocolTest {
  private static final CheckpointId RUN = new CheckpointId("plain", "notes", null);
  private static final Facts NOTHING = new Facts(Instant.EPOCH, SummaryLimit.DEFAULT, Map.of());
  private static final Change RESUME = new Change.ResumeRun();

  /// Its documents are in one folder, and are never named by anybody.
  private static class Folder implements DocumentLocator {
    @Override
    public NameResolution name(String workflow, @Nullable String item) {
      return new NameResolution.Named(RUN);
    }

    @Override
    public Optional<CheckpointId> idOf(String path) {
      return Optional.empty();
    }

    @Override
    public List<String> roots() {
      return List.of("notes/");
    }
  }

  /// It wants to know what is checked out, and changes nothing.
  private static final class Idle implements Rules<Sheet> {
    @Override
    public List<FactQuery<?>> asks(@Nullable Sheet checkpoint, Change change) {
      return List.of(FactQuery.HEAD);
    }

    @Override
    public Outcome<Sheet> decide(
        CheckpointId id, @Nullable Sheet checkpoint, Change change, Facts facts) {
      return Transition.untouched(checkpoint);
    }
  }

  /// It cannot be read.
  private static final class Sealed implements Format<Sheet> {
    @Override
    public DecodeResult<Sheet> decode(CheckpointId id, String document) {
      throw new UnknownVersionException("9", true);
    }

    @Override
    public String encode(Sheet next, String previous) {
      return previous;
    }

    @Override
    public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
      return Result.of(ours);
    }

    @Override
    public String decide(
        CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
      return document;
    }
  }

  /// Counts how often dialects are put together.
  private static final class Table extends DialectTable {
    private final List<String> made = new ArrayList<>();

    Table() {
      super(List.of("plain", "other"), List.of("part"));
    }

    @Override
    protected Dialect<?> make(String name) {
      made.add(name);
      return new Dialect<>(
          name,
          new Sealed(),
          new Idle(),
          new Folder(),
          checkpoint -> ResumePoint.NONE,
          document -> List.of(new SchemaViolation(Severity.ERROR, "$", "must be empty", document)),
          OnDamage.FAIL);
    }

    @Override
    public List<String> roots(String name) {
      return List.of("notes/");
    }
  }

  private final Table table = new Table();

  @Test
  void its_place_is_ignored_and_nothing_is_kept_beside_it() {
    var documentLocator = table.get("plain").locator();

    assertThat(documentLocator.pathOf(RUN)).isEqualTo("notes/");
    assertThat(documentLocator.tracking()).isEqualTo(DocumentLocator.Tracking.IGNORED);
    assertThat(documentLocator.ignoreLines()).containsExactly("notes/");
    assertThat(documentLocator.permanentRuns()).isEmpty();
    assertThat(documentLocator.isListed()).isTrue();
    assertThat(documentLocator.temporaryPathOf(RUN)).isEmpty();
    assertThat(documentLocator.archiveFolder()).isEmpty();
    assertThat(documentLocator.keptFolders()).isEmpty();
    assertThat(documentLocator.quarantineFolders()).isEmpty();
  }

  @Test
  void where_archives_are_kept_that_is_what_is_kept_beside_the_documents() {
    var place =
        new Folder() {
          @Override
          public Optional<String> archiveFolder() {
            return Optional.of("notes/old");
          }
        };

    assertThat(place.keptFolders()).containsExactly("notes/old");
  }

  @Test
  void its_rules_ask_the_same_whatever_is_known_and_take_words_as_they_are() {
    var rules = new Idle();
    var build = new PhaseName("build");

    assertThat(rules.asks(RUN, null, RESUME, NOTHING)).containsExactly(FactQuery.HEAD);
    assertThat(rules.asks(null, RESUME, NOTHING)).containsExactly(FactQuery.HEAD);
    assertThat(rules.options()).isEmpty();
    assertThat(rules.numbersPhases()).isFalse();
    assertThat(rules.reordersPhases()).isTrue();
    assertThat(rules.storesTask(Change.TaskStep.START)).isFalse();
    assertThat(rules.nextAction(null, RESUME, NOTHING)).isEmpty();
    assertThat(rules.phaseKey(RUN, null, build)).isEqualTo(new PhaseKey("notes", build));
  }

  @Test
  void going_on_with_it_changes_nothing_and_waits_for_nobody() {
    ResumePolicy<Checkpoint> resumePolicy = checkpoint -> ResumePoint.NONE;
    var sheet = Sheet.empty();

    assertThat(resumePolicy.changesRun()).isFalse();
    assertThat(resumePolicy.hasParallelPhases()).isFalse();
    assertThat(resumePolicy.pendingAction(sheet, Evidence.NONE)).isEmpty();
    assertThat(resumePolicy.handover(sheet, "notes/notes.txt")).isEqualTo(ProtocolHandover.NONE);
  }

  @Test
  void it_is_written_in_one_step_and_nothing_is_looked_for_around_it() {
    var validator = table.get("plain").validator();

    assertThat(new Sealed().intermediates("before", "after")).isEmpty();
    assertThat(new Sealed().attribution("notes")).isEqualTo(Attribution.UNKNOWN);
    assertThat(validator.validate("notes", Sheet.empty()))
        .containsExactly(new SchemaViolation(Severity.ERROR, "$", "must be empty", "notes"));
    assertThat(validator.queries(NOTHING)).isEmpty();
    assertThat(validator.diagnose(NOTHING)).isEmpty();
  }

  @Test
  void a_version_that_nobody_knows_is_named() {
    assertThatThrownBy(() -> new Sealed().decode(RUN, "?"))
        .isInstanceOfSatisfying(
            UnknownVersionException.class,
            no -> {
              assertThat(no.foundVersion()).isEqualTo("9");
              assertThat(no.isNewer()).isTrue();
            })
        .hasMessage("unknown version 9");
    assertThat(new UnknownVersionException("0", false).isNewer()).isFalse();
  }

  @Test
  void a_dialect_is_put_together_when_it_is_first_needed_and_once() {
    assertThat(table.find("other")).isPresent();
    assertThat(table.get("other")).isSameAs(table.find("other").orElseThrow());
    assertThat(table.made).containsExactly("other");
    assertThat(table.get("part").name()).isEqualTo("part");
    assertThat(table.all()).extracting(Dialect::name).containsExactly("plain", "other");
    assertThat(table.made).containsExactly("other", "part", "plain");
    assertThat(table.names()).containsExactly("plain", "other");
    assertThat(table.parts()).containsExactly("part");
  }

  @Test
  void there_is_no_dialect_that_nobody_named() {
    assertThat(table.find("verse")).isEmpty();
    assertThatThrownBy(() -> table.get("verse"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no format verse");
    assertThat(table.made).isEmpty();
  }
}
