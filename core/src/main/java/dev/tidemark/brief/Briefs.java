package dev.tidemark.brief;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.World;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.ResumePoint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes briefs: gathers what is handed over, checks it against the world, and says whether to go
/// on. Writes nothing.
public final class Briefs {
  private final World world;

  /// Takes what is known of the world.
  public Briefs(World world) {
    this.world = world;
  }

  /// Returns the brief of a run. Never throws because of the run itself.
  ///
  /// @param run the run as it was found
  public Brief of(Run run) {
    return of(run, null);
  }

  /// Returns the brief of a run that is to be resumed at a phase of the user's choice.
  ///
  /// @param chosen the phase; absent to go on where the run says
  public Brief of(Run run, @Nullable PhaseName chosen) {
    return brief(run.dialect(), run, chosen);
  }

  @SuppressWarnings("unchecked") // a run's checkpoint was decoded by its own dialect
  private <C extends Checkpoint> Brief brief(
      Dialect<C> dialect, Run run, @Nullable PhaseName chosen) {
    var path = dialect.place().pathOf(run.id());
    var checkpoint = (C) run.checkpoint();
    var point = checkpoint == null ? ResumePoint.NONE : dialect.resumption().from(checkpoint);
    var handover =
        checkpoint == null ? Handover.NONE : dialect.resumption().handover(checkpoint, path);
    var evaluation = new Evaluation();
    var reading = new Checks(world, run, evaluation).all(handover);
    var known = checkpoint == null ? Knowledge.NONE : known(checkpoint, point, reading);
    return new Brief(
        subject(run, path),
        verdict(run, point, evaluation.deciding(), chosen),
        known,
        evaluation.proofs(),
        evaluation.doubts(),
        run.open() ? offers(run) : List.of(),
        handover.said());
  }

  private static Knowledge known(Checkpoint checkpoint, ResumePoint point, List<ToRead> reading) {
    var unfinished = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      boolean begun = phase.status().isOpen() && phase.summary() != null;
      if (begun || phase.status() == PhaseStatus.FAILED) {
        unfinished.add(phase);
      }
    }
    return new Knowledge(point, unfinished, checkpoint.decisions(), reading);
  }

  private static Subject subject(Run run, String path) {
    var checkpoint = run.checkpoint();
    int done = 0;
    int total = 0;
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        total++;
        if (phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED) {
          done++;
        }
      }
    }
    return new Subject(
        run.id(),
        path,
        run.open(),
        done,
        total,
        run.document().evidence().head().branch(),
        checkpoint == null ? null : checkpoint.updatedAt().orElse(null));
  }

  private static Verdict verdict(
      Run run, ResumePoint point, @Nullable Doubt because, @Nullable PhaseName chosen) {
    var id = run.id();
    if (!run.open()) {
      return new Verdict(Verdict.Kind.NOTHING, null, null, Commands.of("show", id));
    }
    if (because != null && because.kind() == Doubt.Kind.REPAIR) {
      return new Verdict(Verdict.Kind.REPAIR, null, because, because.hint());
    }
    if (chosen != null) {
      return new Verdict(Verdict.Kind.CONTINUE, chosen, because, Commands.enter(chosen, id));
    }
    if (because != null && because.kind() == Doubt.Kind.RERUN && because.phase() != null) {
      var phase = because.phase();
      return new Verdict(Verdict.Kind.RERUN, phase, because, Commands.enter(phase, id));
    }
    var next = point.next();
    if (because != null) {
      return new Verdict(Verdict.Kind.ASK, next, because, because.hint());
    }
    if (next == null) {
      var verb = run.checkpoint() == null ? "status" : "finish";
      return new Verdict(Verdict.Kind.CONTINUE, null, null, Commands.of(verb, id));
    }
    boolean underWay = next.equals(point.phase());
    var command = underWay ? Commands.done(next, id) : Commands.enter(next, id);
    return new Verdict(Verdict.Kind.CONTINUE, next, null, command);
  }

  private static List<Offer> offers(Run run) {
    var offers = new ArrayList<Offer>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        var name = phase.name();
        offers.add(new Offer(name, phase.status(), Commands.enter(name, run.id())));
      }
    }
    return offers;
  }
}
