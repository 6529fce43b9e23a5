package dev.tidemark.library.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.testkit.Samples;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What is done with one run, step by step, while the power is cut.
final class Script {
  private static final Caller BY =
      new Caller(
          Actor.tool("test"),
          ChangeMode.COMMIT,
          DialectOptions.NONE,
          null,
          ApprovalEvidence.TERMINAL);

  private final CrashScene scene;
  private final Dialect<?> dialect;
  private final CheckpointId run;

  /// @param item what the run is about; empty for nothing
  Script(CrashScene scene, String dialect, String workflow, String item) {
    this.scene = scene;
    this.dialect = Expected.dialect(dialect);
    var name = this.dialect.locator().name(workflow, item.isEmpty() ? null : item);
    this.run = ((NameResolution.Named) name).id();
  }

  static PhaseReport report(String text) {
    var artifacts =
        List.of(
            new Artifact(
                CrashScene.REPORTED.get(text.length() % CrashScene.REPORTED.size()),
                Artifact.Kind.CREATED));
    return new PhaseReport(new ContextSummary(text), artifacts, List.of("Because " + text), null);
  }

  static PhaseName phase(String name) {
    return new PhaseName(name);
  }

  static Change start(String workflow, String item, boolean fresh) {
    return new Change.StartRun(workflow, item.isEmpty() ? null : item, List.of(), fresh);
  }

  static Change enter(String phase) {
    return new Change.StartPhase(phase(phase), PhaseReport.NONE);
  }

  static Change done(String phase) {
    return new Change.CompletePhase(phase(phase), PhaseReport.NONE);
  }

  static Change done(String phase, String summary) {
    return new Change.CompletePhase(phase(phase), report(summary));
  }

  /// Asks for a change, which must be made.
  Script then(Change change) {
    return then(change, Map.of());
  }

  /// Asks for a change in the words of its protocol.
  Script then(Change change, Map<String, List<String>> words) {
    var by =
        new Caller(
            BY.actor(),
            ChangeMode.COMMIT,
            new DialectOptions(words),
            null,
            ApprovalEvidence.TERMINAL);
    return does(
        change.toString(),
        project -> {
          var outcome = project.checkpoints().apply(dialect, run, change, by).outcome();
          assertThat(outcome).isInstanceOf(Outcome.Transition.class);
        });
  }

  /// Something else that changes the run.
  interface Doing {
    void with(Project project);
  }

  Script does(String what, Doing doing) {
    scene.step(run + " " + what, doing::with);
    return this;
  }

  private Run inspected(Project project) {
    return Objects.requireNonNull(project.runs().find(run));
  }

  /// Changes the document as somebody with an editor would.
  Script edited(String text) {
    scene.edit(run, dialect.locator().pathOf(run), text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /// Changes a part of the document as somebody with an editor would.
  Script edited(String part, String by) {
    var text = scene.open().store().find(run).orElseThrow().text();
    assertThat(text).contains(part);
    return edited(text.replace(part, by));
  }

  /// Records what others did.
  Script adopted() {
    return does("adopt", it -> it.checkpoints().adopt(dialect, run, ChangeMode.COMMIT));
  }

  /// Goes back to an entry of the history.
  Script restored(int sequence) {
    return does(
        "restore",
        it -> assertThat(it.checkpoints().restore(dialect, run, sequence, BY)).isPresent());
  }

  /// Keeps a copy of a document that cannot be read.
  Script setAside(String stamp) {
    return does(
        "set aside",
        it -> {
          var found = it.store().find(run).orElseThrow();
          it.store().quarantine(run, found.revision(), stamp);
        });
  }

  /// Drops old states.
  Script pruned(int keep) {
    return does(
        "prune",
        it -> {
          var plan = it.history().plan(run, keep, Samples.NOW.plusSeconds(900_000));
          assertThat(plan.entries()).isPositive();
          it.history().prune(plan);
        });
  }

  /// Takes a word out of the document, its record and its copies.
  Script redacted(String secret) {
    return does(
        "redact",
        it -> {
          var found = it.redactor().redact(inspected(it), RedactedSecret.of(secret), BY);
          assertThat(found.isEmpty()).isFalse();
        });
  }

  /// Archives the document and removes it.
  Script archived() {
    return does("archive", it -> assertThat(it.archiver().archive(inspected(it), BY)).isPresent());
  }

  /// Puts the newest archived document back.
  Script broughtBack() {
    return does(
        "archive restore",
        it -> {
          var copies = it.archives().list(dialect.name());
          it.archiver().restore(dialect, copies.getLast(), it.history(), BY);
        });
  }

  /// Records what a session was told, without touching the document.
  Script noted() {
    return does(
        "note",
        it -> {
          var found = it.store().find(run).orElseThrow();
          var recordMetadata = Samples.news(new Event.SessionSealed("abc", "auto", null));
          it.store()
              .replace(
                  dev.tidemark.store.DocumentWrite.note(run, found.revision(), recordMetadata));
        });
  }
}
