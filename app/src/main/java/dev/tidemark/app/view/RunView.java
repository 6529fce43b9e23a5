package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.resume.Staleness;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a run is shown, in lists and by itself.
public final class RunView {
  private final Run run;
  private final Seen seen;

  /// Takes the run, and what to compare it with.
  public RunView(Run run, Seen seen) {
    this.run = run;
    this.seen = seen;
  }

  /// Returns how many phases are done or left out.
  public int done() {
    int done = 0;
    for (var phase : phases()) {
      if (isPast(phase.status())) {
        done++;
      }
    }
    return done;
  }

  /// Returns how many phases are known.
  public int total() {
    return phases().size();
  }

  /// Returns the place of a phase among those known, counted from 1; 0 if it is not known.
  int place(PhaseName name) {
    int place = 0;
    for (var phase : phases()) {
      place++;
      if (phase.name().equals(name)) {
        return place;
      }
    }
    return 0;
  }

  /// Returns one word for where the run stands: `open`, `done`, `damaged` or `started` (known to
  /// the journal, without a document yet).
  public String state() {
    if (run.problem() != null) {
      return "damaged";
    }
    if (!run.open()) {
      return "done";
    }
    return run.checkpoint() == null ? "started" : "open";
  }

  /// Returns the branch the run was last worked on, where that is known.
  public @Nullable String branch() {
    return run.document().evidence().head().branch();
  }

  /// Returns how the recorded commit compares with the one checked out.
  public Staleness staleness() {
    var checkpoint = run.checkpoint();
    var saved = checkpoint == null ? null : checkpoint.commit().orElse(null);
    return Staleness.of(saved, seen.head());
  }

  /// Returns where work goes on.
  public ResumePoint resume() {
    return resume(run.dialect());
  }

  /// Returns how long ago anything changed, as people say it: `3 min`, `2 h`, `9 d`; empty where
  /// unknown.
  public String age() {
    var at = updatedAt();
    return at == null ? "" : age(seen.now().getEpochSecond() - at.getEpochSecond());
  }

  /// Returns the command to type next.
  public String command() {
    if (run.problem() != null) {
      return "tidemark restore --run " + run.id();
    }
    return (run.open() ? "tidemark resume --run " : "tidemark show --run ") + run.id();
  }

  /// Returns the run as it stands in a list.
  public JsonObject brief() {
    var stale = staleness();
    var json =
        JsonObject.builder()
            .add("run", run.id().toString())
            .add("dialect", run.id().dialect())
            .add("workflow", run.id().workflow())
            .addOrNull("item", run.id().item())
            .add("path", run.dialect().place().pathOf(run.id()))
            .add("state", state())
            .addOrNull("phase", text(resume().next()))
            .add("progress", done() + "/" + total())
            .addOrNull("branch", branch())
            .addOrNull("updated_at", stamp(updatedAt()))
            .add("stale", stale.kind() == Staleness.Kind.MOVED)
            .add("command", command());
    return json.addIfPresent("problem", run.problem()).build();
  }

  /// Returns the run with everything known of its phases.
  public JsonObject whole() {
    var phases = new ArrayList<JsonObject>();
    for (var phase : phases()) {
      phases.add(PhaseView.json(phase));
    }
    return brief()
        .with("phases", JsonArray.of(phases))
        .with("notices", Views.notices(Views.withStaleness(run.notices(), staleness())));
  }

  /// Returns the run as lines for people.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    var age = age();
    lines.add(
        run.id()
            + "  "
            + state()
            + "  "
            + done()
            + "/"
            + total()
            + (branch() == null ? "" : "  on " + branch())
            + (age.isEmpty() ? "" : "  " + age + " ago"));
    for (var phase : phases()) {
      lines.add("  " + PhaseView.line(phase));
    }
    if (run.problem() != null) {
      lines.add("  damaged: " + run.problem());
    }
    lines.add("next: " + command());
    return lines;
  }

  private List<Phase> phases() {
    Checkpoint checkpoint = run.checkpoint();
    return checkpoint == null ? List.of() : checkpoint.phases();
  }

  private @Nullable Instant updatedAt() {
    var checkpoint = run.checkpoint();
    return checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
  }

  @SuppressWarnings("unchecked") // a run's checkpoint was decoded by its own dialect
  private <C extends Checkpoint> ResumePoint resume(Dialect<C> dialect) {
    var checkpoint = (C) run.checkpoint();
    return checkpoint == null ? ResumePoint.NONE : dialect.resumption().from(checkpoint);
  }

  private static boolean isPast(PhaseStatus status) {
    return status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED;
  }

  private static @Nullable String text(@Nullable PhaseName name) {
    return name == null ? null : name.value();
  }

  private static @Nullable String stamp(@Nullable Instant at) {
    return at == null ? null : Timestamps.millis(at);
  }

  private static String age(long seconds) {
    if (seconds < 0) {
      return "";
    }
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min";
    }
    return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
  }
}
