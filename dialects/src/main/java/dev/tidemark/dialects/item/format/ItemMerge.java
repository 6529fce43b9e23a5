package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.merge.TreeMerge;
import dev.tidemark.dialects.markdown.MarkdownMerge;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Three-way merge of Markdown checkpoints. The phases that are done on either side are done. The
/// description of the current state is that of the side that is further, and the other one becomes
/// a note; where both are at the same phase, they are a conflict.
final class ItemMerge {
  private static final String STATE = "state";
  private static final String GOAL = "goal";

  private final @Nullable ItemCheckpoint base;
  private final ItemCheckpoint ours;
  private final ItemCheckpoint theirs;
  private final boolean oursLeads;
  private final List<MergeConflict> conflicts = new ArrayList<>();

  ItemMerge(@Nullable ItemCheckpoint base, ItemCheckpoint ours, ItemCheckpoint theirs) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    this.oursLeads = leads(ours, theirs);
  }

  /// Our side leads if more phases are done, or it is the later one.
  private static boolean leads(ItemCheckpoint ours, ItemCheckpoint theirs) {
    int difference = Integer.compare(done(ours).size(), done(theirs).size());
    if (difference == 0) {
      difference = time(ours.header().updated()).compareTo(time(theirs.header().updated()));
    }
    return difference > 0 || (difference == 0 && ours.toString().compareTo(theirs.toString()) >= 0);
  }

  ItemCheckpoint merged() {
    conflicts.addAll(
        TreeMerge.united(
            base == null ? List.of() : base.conflicts(), ours.conflicts(), theirs.conflicts()));
    var rows = rows();
    var active = PhaseRows.active(rows);
    var body = body(rows, active);
    var current = active == null ? rows.getLast().number() : active.number();
    var header = header().atPhase(current, PhaseRows.highest(rows));
    return ours.with(header).with(rows).with(body.conflicts(conflicts));
  }

  private ItemHeader header() {
    var one = ours.header();
    var other = theirs.header();
    var was = base == null ? null : base.header();
    var lead = oursLeads ? one : other;
    boolean earlier = isOurs(time(other.started()).compareTo(time(one.started())));
    boolean later = isOurs(time(one.updated()).compareTo(time(other.updated())));
    return new ItemHeader(
        one.command(),
        one.item(),
        pick(was == null ? null : was.branch(), one.branch(), other.branch(), lead.branch()),
        earlier ? one.started() : other.started(),
        later ? one.updated() : other.updated(),
        lead.status(),
        lead.currentPhase(),
        lead.totalPhases());
  }

  /// Returns whether our value is taken: by how much it is ahead, else because our side leads.
  private boolean isOurs(int ahead) {
    return ahead > 0 || (ahead == 0 && oursLeads);
  }

  /// Returns the value that one side alone has changed, else that of the leading side.
  private static <T> T pick(@Nullable T base, T ours, T theirs, T lead) {
    if (theirs.equals(base)) {
      return ours;
    }
    return ours.equals(base) ? theirs : lead;
  }

  private List<PhaseRow> rows() {
    var names = new LinkedHashSet<>(PhaseRows.names((oursLeads ? ours : theirs).rows()));
    names.addAll(PhaseRows.names((oursLeads ? theirs : ours).rows()));
    var rows = new ArrayList<PhaseRow>();
    for (var name : names) {
      var was = base == null ? null : PhaseRows.named(base.rows(), name);
      var one = PhaseRows.named(ours.rows(), name);
      var other = PhaseRows.named(theirs.rows(), name);
      var row = one == null || other == null ? single(was, one, other) : row(was, one, other);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  /// Returns a row that one side lacks; null if that side has removed it.
  private static @Nullable PhaseRow single(
      @Nullable PhaseRow was, @Nullable PhaseRow one, @Nullable PhaseRow other) {
    var there = one == null ? other : one;
    return Objects.equals(was, there) ? null : there;
  }

  private PhaseRow row(@Nullable PhaseRow was, PhaseRow one, PhaseRow other) {
    if (one.status() == other.status()) {
      boolean later = isOurs(time(one.completed()).compareTo(time(other.completed())));
      return pick(was, one, other, later ? one : other);
    }
    var status = was == null ? null : was.status();
    if (other.status() == status) {
      return one;
    }
    return one.status() == status || other.status().compareTo(one.status()) > 0 ? other : one;
  }

  private ItemBody body(List<PhaseRow> rows, @Nullable PhaseRow active) {
    var was = base == null ? ItemBody.EMPTY : base.body();
    var one = ours.body();
    var other = theirs.body();
    var context =
        new ArrayList<>(MarkdownMerge.united(was.context(), one.context(), other.context()));
    goal(context);
    var state = state(context, rows);
    return new ItemBody(
        tasks(active),
        state,
        MarkdownMerge.united(was.decisions(), one.decisions(), other.decisions()),
        MarkdownMerge.united(was.artifacts(), one.artifacts(), other.artifacts()),
        context);
  }

  /// The sub-tasks are those of the phase in progress.
  private List<SubTask> tasks(@Nullable PhaseRow active) {
    var was = base == null ? List.<SubTask>of() : tasks(base, active);
    var one = tasks(ours, active);
    var other = tasks(theirs, active);
    var tasks = new ArrayList<SubTask>();
    var texts = new LinkedHashSet<String>();
    one.forEach(task -> texts.add(task.text()));
    other.forEach(task -> texts.add(task.text()));
    for (var text : texts) {
      var before = task(was, text);
      var our = task(one, text);
      var their = task(other, text);
      if (our == null || their == null) {
        var there = our == null ? their : our;
        if (there != null && !there.equals(before)) {
          tasks.add(there);
        }
      } else {
        tasks.add(pick(before, our, their, our.done() ? our : their));
      }
    }
    return tasks;
  }

  private static List<SubTask> tasks(ItemCheckpoint side, @Nullable PhaseRow active) {
    var own = PhaseRows.active(side.rows());
    return own != null && active != null && own.name().equals(active.name())
        ? side.body().tasks()
        : List.of();
  }

  private static @Nullable SubTask task(List<SubTask> tasks, String text) {
    for (var task : tasks) {
      if (task.text().equals(text)) {
        return task;
      }
    }
    return null;
  }

  /// Leaves one goal in the context; two that both sides have stated are a conflict.
  private void goal(List<String> context) {
    var one = ours.goal().orElse(null);
    var other = theirs.goal().orElse(null);
    var was = base == null ? null : base.goal().orElse(null);
    if (one == null || other == null || one.equals(other)) {
      return;
    }
    var goal = pick(was, one, other, oursLeads ? one : other);
    if (!one.equals(was) && !other.equals(was)) {
      record(null, GOAL, one, other);
    }
    var all = ContextNotes.withGoal(context, goal);
    context.clear();
    context.addAll(all);
  }

  private void record(@Nullable PhaseName phase, String field, String one, String other) {
    var conflict =
        new MergeConflict(
            phase,
            List.of(),
            JsonObject.EMPTY.with(field, one),
            JsonObject.EMPTY.with(field, other));
    if (conflicts.stream().noneMatch(conflict::isSame)) {
      conflicts.add(conflict);
    }
  }

  private String state(List<String> context, List<PhaseRow> rows) {
    var one = ours.body().state();
    var other = theirs.body().state();
    var was = base == null ? "" : base.body().state();
    var state = pick(was, one, other, oursLeads ? one : other);
    if (one.equals(other) || one.equals(was) || other.equals(was)) {
      return state;
    }
    var active = PhaseRows.active(rows);
    var last = lastDone(oursLeads ? theirs : ours);
    var about = last != null ? last : active != null ? active : rows.getFirst();
    var rest = MarkdownSafeText.line(oursLeads ? other : one);
    if (done(ours).equals(done(theirs))) {
      record(about.phase(), STATE, one, other);
    } else if (!rest.isEmpty()) {
      var entry = ContextNotes.entry(about, Note.Kind.NOTE, rest);
      if (!context.contains(entry)) {
        context.add(entry);
      }
    }
    return state;
  }

  private static @Nullable PhaseRow lastDone(ItemCheckpoint side) {
    PhaseRow last = null;
    for (var row : side.rows()) {
      last = row.isDone() ? row : last;
    }
    return last;
  }

  private static Set<String> done(ItemCheckpoint side) {
    var done = new HashSet<String>();
    for (var row : side.rows()) {
      if (row.isDone()) {
        done.add(row.name());
      }
    }
    return done;
  }

  private static Instant time(String text) {
    return Timestamps.parse(text).orElse(Instant.MIN);
  }

  /// Returns a checkpoint with conflicts decided and no longer recorded.
  static ItemCheckpoint decided(
      ItemCheckpoint checkpoint, List<MergeConflict> decided, boolean ours) {
    var body = checkpoint.body();
    for (var conflict : decided) {
      var state = conflict.side(ours).string(STATE);
      var goal = conflict.side(ours).string(GOAL);
      body = state == null ? body : body.state(state);
      body = goal == null ? body : body.context(ContextNotes.withGoal(body.context(), goal));
    }
    var open = new ArrayList<>(body.conflicts());
    open.removeAll(decided);
    return checkpoint.with(body.conflicts(open));
  }
}
