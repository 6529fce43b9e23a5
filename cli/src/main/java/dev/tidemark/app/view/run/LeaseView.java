package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Timestamps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of the lease of a run.
public final class LeaseView {
  private final CheckpointId id;
  private final @Nullable Lease lease;
  private final boolean dry;

  /// Takes the lease of the run, if it is claimed, and whether this is a dry run.
  public LeaseView(CheckpointId id, @Nullable Lease lease, boolean dry) {
    this.id = id;
    this.lease = lease;
    this.dry = dry;
  }

  /// Returns `{"ok", "dry_run", "run", "owner", "fence", "since", "until", "taken_from"}`; the
  /// fence is 0 and the others are null if the run is unclaimed.
  public JsonObject json() {
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("run", id.toString())
        .addOrNull("owner", lease == null ? null : lease.owner())
        .add("fence", lease == null ? 0 : lease.fence())
        .addOrNull("since", lease == null ? null : Timestamps.millis(lease.since()))
        .addOrNull("until", lease == null ? null : Timestamps.millis(lease.until()))
        .addOrNull("taken_from", lease == null ? null : lease.from())
        .build();
  }

  /// Returns the same as a line.
  public List<String> lines() {
    if (lease == null) {
      return List.of(id + " is not claimed");
    }
    var until = Timestamps.seconds(lease.until());
    var owner = PlainText.line(lease.owner());
    if (dry) {
      return List.of(id + " is claimed by " + owner + " until " + until);
    }
    var from = lease.from();
    return List.of(
        id
            + " is claimed until "
            + until
            + ", renewed by each change"
            + (from == null ? "" : "; it was claimed by " + PlainText.line(from)));
  }

  /// Returns the fields for lists and runs: `{"owner", "fence", "since", "until"}`.
  public static JsonObject claim(Lease lease) {
    return JsonObject.builder()
        .add("owner", lease.owner())
        .add("fence", lease.fence())
        .add("since", Timestamps.millis(lease.since()))
        .add("until", Timestamps.millis(lease.until()))
        .build();
  }

  /// Returns the same as a remark.
  static String remark(Lease lease) {
    return "claimed by " + PlainText.line(lease.owner());
  }

  /// Returns the same as a line.
  public static String line(Lease lease) {
    return remark(lease)
        + " since "
        + Timestamps.seconds(lease.since())
        + " until "
        + Timestamps.seconds(lease.until())
        + " (fence "
        + lease.fence()
        + ")";
  }

  /// Returns `{"ok", "dry_run", "run", "released"}`.
  public static JsonObject released(CheckpointId id, boolean ours, boolean dry) {
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("run", id.toString())
        .add("released", ours)
        .build();
  }

  /// Returns the same as a line.
  public static List<String> releaseLines(CheckpointId id, boolean ours, boolean dry) {
    return List.of(
        !ours
            ? id + " was not claimed here"
            : dry ? id + " would be released" : id + " is released");
  }
}
