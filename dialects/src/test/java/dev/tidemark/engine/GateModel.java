package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.Position;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Condition;
import dev.tidemark.workflow.Consent;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.HeadUnchanged;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.SummaryLimit;
import dev.tidemark.workflow.WorkflowDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Explicit-state model checker for the gates of one workflow definition: the real engine and the
/// real rules of the state dialect over a store in memory, every verb and edit from every state
/// reached, equal states merged.
///
/// Beside each state runs a monitor that knows nothing of how the engine decides. It keeps which
/// gates were open when something behind them was allowed, and fails where something behind a
/// mandatory gate is allowed that was open neither now nor before in the same run.
final class GateModel {
  /// What a gate asks for. Each has its own way to be opened and closed.
  enum Kind {
    ARTIFACT,
    CLEAN,
    HEAD,
    REVIEW,
    COMMAND,
    APPROVAL,
    PHASES
  }

  /// The gates of one phase.
  ///
  /// @param enter whether there is one before the phase begins
  /// @param done whether there is one before the phase ends
  record Shape(boolean enter, boolean done, Kind kind) {
    static final Shape NONE = new Shape(false, false, Kind.ARTIFACT);

    boolean gated() {
      return enter || done;
    }

    @Override
    public String toString() {
      return gated() ? kind + (enter ? ":enter" : "") + (done ? ":done" : "") : "-";
    }
  }

  private static final CheckpointId RUN = new CheckpointId("state", "release", "v1");
  private static final Actor ANN = new Actor(Actor.Kind.PERSON, "ann", null, null, 0);
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String COMMIT = "c".repeat(40);
  private static final String REVIEWED = "a".repeat(40);
  private static final String OTHER = "b".repeat(40);
  private static final List<String> NAMES = List.of("p0", "p1", "p2", "p3", "p4");
  private static final List<String> EDITS = List.of("complete", "in_progress", "skipped");

  private final List<Shape> shapes;
  private final WorkflowDefinition definition;
  private final Dialects dialects;
  private final List<Move> moves = new ArrayList<>();
  private final int depth;
  long states;
  long transitions;
  long behind;

  /// One move: a verb, an edit, or something that opens or closes gates.
  private record Move(String name, int phase, Action action) {}

  private enum Action {
    ENTER,
    DONE,
    SKIP,
    MERGE,
    EDIT,
    DROP,
    OPEN,
    CLOSE,
    FINISH,
    START,
    FRESH,
    FRESH_WITHOUT,
    SAVE_COMPLETE,
    EDIT_ALL,
    DELETE,
    BREAK,
    RESTORE,
    FAIL
  }

  GateModel(List<Shape> shapes, int depth) {
    this.shapes = List.copyOf(shapes);
    this.depth = depth;
    this.definition = definition();
    var workflows = Dialects.workflows(List.of(definition));
    this.dialects =
        new Dialects(workflows, PhaseSettings.USUAL, FlowSettings.USUAL, SummaryLimit.DEFAULT);
    moves();
  }

  int alphabet() {
    return moves.size();
  }

  private static PhaseName name(int phase) {
    return new PhaseName("p" + phase);
  }

  private WorkflowDefinition definition() {
    var phases = new ArrayList<PhaseDefinition>();
    for (int i = 0; i < shapes.size(); i++) {
      var shape = shapes.get(i);
      var gates = new ArrayList<Gate>();
      if (shape.enter()) {
        gates.add(new Gate("e" + i, Moment.ENTER, true, condition(i)));
      }
      if (shape.done()) {
        gates.add(new Gate("d" + i, Moment.DONE, true, condition(i)));
      }
      phases.add(new PhaseDefinition(name(i), null, gates));
    }
    return new WorkflowDefinition("state", "release", phases, null, "x", false, "");
  }

  private Condition condition(int i) {
    return switch (shapes.get(i).kind()) {
      case ARTIFACT -> new ArtifactExists("a" + i, false);
      case CLEAN -> new CleanTree();
      case HEAD -> new HeadUnchanged(null);
      case REVIEW -> new Reviewed("g" + i, null);
      case COMMAND -> new CommandSucceeded("g" + i, List.of("make"), 60);
      case APPROVAL -> new ApprovedByPerson(name(Math.max(0, i - 1)), List.of("a" + i));
      case PHASES -> new PhasesDone(List.of());
    };
  }

  private void moves() {
    for (int i = 0; i < shapes.size(); i++) {
      add("enter", i, Action.ENTER);
      add("done", i, Action.DONE);
      add("skip", i, Action.SKIP);
      add("fail", i, Action.FAIL);
      add("merge complete", i, Action.MERGE);
      for (var status : EDITS) {
        add(status, i, Action.EDIT);
      }
      add("drop", i, Action.DROP);
      if (shapes.get(i).gated() && shapes.get(i).kind() != Kind.PHASES) {
        add("open", i, Action.OPEN);
        add("close", i, Action.CLOSE);
      }
    }
    for (var action :
        List.of(
            Action.FINISH,
            Action.START,
            Action.FRESH,
            Action.FRESH_WITHOUT,
            Action.SAVE_COMPLETE,
            Action.EDIT_ALL,
            Action.DELETE,
            Action.BREAK,
            Action.RESTORE)) {
      add(action.name(), -1, action);
    }
  }

  private void add(String name, int phase, Action action) {
    moves.add(new Move(name, phase, action));
  }

  /// One state: what is stored, what of the world is as gates want it, and what the monitor knows.
  private static final class Node {
    final MemoryStore store;
    final boolean[] fit;
    final boolean[] proved;
    final boolean[] entered;
    final boolean[] ended;
    final boolean[] openAtEnter;
    final boolean[] openAtDone;
    @Nullable Node parent;
    @Nullable Move by;

    Node(int phases) {
      this(new MemoryStore(), phases);
    }

    private Node(MemoryStore store, int phases) {
      this.store = store;
      this.fit = new boolean[phases];
      this.proved = new boolean[phases];
      this.entered = new boolean[phases];
      this.ended = new boolean[phases];
      this.openAtEnter = new boolean[phases];
      this.openAtDone = new boolean[phases];
    }

    Node next(Move move) {
      var next = new Node(store.copy(), fit.length);
      for (int i = 0; i < fit.length; i++) {
        next.fit[i] = fit[i];
        next.proved[i] = proved[i];
        next.entered[i] = entered[i];
        next.ended[i] = ended[i];
        next.openAtEnter[i] = openAtEnter[i];
        next.openAtDone[i] = openAtDone[i];
      }
      next.parent = this;
      next.by = move;
      return next;
    }

    void forget() {
      for (var known : List.of(proved, entered, ended, openAtEnter, openAtDone)) {
        Arrays.fill(known, false);
      }
    }

    String path() {
      var path = new StringBuilder();
      for (var node = this; node != null && node.by != null; node = node.parent) {
        path.insert(0, node.by.name() + (node.by.phase() < 0 ? "" : " p" + node.by.phase()) + "; ");
      }
      return path.toString();
    }
  }

  /// Explores; returns the moves that lead behind a gate without its evidence, null if there are
  /// none.
  @Nullable String counterexample() {
    var begin = new Node(shapes.size());
    apply(begin, new Change.StartRun("release", "v1", List.of(), false), By.of(ANN));
    Map<String, Node> seen = new HashMap<>();
    seen.put(key(begin), begin);
    var level = new ArrayList<Node>(List.of(begin));
    for (int i = 0; i < depth; i++) {
      var next = new ArrayList<Node>();
      for (var node : level) {
        for (var move : moves) {
          var after = node.next(move);
          var wrong = make(node, after, move);
          transitions++;
          if (wrong != null) {
            return shapes + ": " + after.path() + wrong;
          }
          if (i + 1 < depth && seen.putIfAbsent(key(after), after) == null) {
            next.add(after);
          }
        }
      }
      level = next;
    }
    states += seen.size();
    return null;
  }

  /// Returns what two states have in common that lead to the same: what the file says of each phase
  /// as far as it matters, which passages of each phase the journal has in which order, which gates
  /// could open, and what the monitor knows.
  private String key(Node node) {
    var key = new StringBuilder();
    for (var known :
        List.of(
            node.fit, node.proved, node.entered, node.ended, node.openAtEnter, node.openAtDone)) {
      for (var bit : known) {
        key.append(bit ? '1' : '0');
      }
    }
    var found = node.store.find(RUN);
    if (found.isEmpty()) {
      return key.toString();
    }
    key.append(found.get().standing().ordinal());
    var root = newest(node);
    key.append(root(node) == null ? found.get().text() : "");
    key.append(root != null && root.has("completed_at") ? 'f' : 'o');
    int[][] at = new int[shapes.size()][2];
    int index = 0;
    for (var proof : found.get().evidence().proofs()) {
      index++;
      if (proof.claim() instanceof Claim.Passage it) {
        if (it.phase() != null) {
          at[it.phase().value().charAt(1) - '0'][it.ended() ? 1 : 0] = index;
        } else {
          key.append('s');
        }
      } else if (proof.claim() instanceof Claim.Cleared it) {
        at[it.phase().value().charAt(1) - '0'][1] = index;
      }
    }
    int again = 0;
    for (int i = 0; i < at.length; i++) {
      int last = Math.max(at[i][0], at[i][1]);
      key.append(last == 0 ? '-' : at[i][0] > at[i][1] ? 'b' : 'e')
          .append(last > again ? '+' : '0');
      again = Math.max(again, at[i][0]);
      var phases = root == null ? null : root.object("phases");
      var entry = phases == null ? null : phases.object(NAMES.get(i));
      var status = entry == null ? null : entry.string("status");
      key.append(status == null || status.equals("failed") ? 'p' : status.charAt(0));
    }
    return key.toString();
  }

  private @Nullable String make(Node before, Node after, Move move) {
    int phase = move.phase();
    switch (move.action()) {
      case ENTER -> {
        return step(before, after, phase, new Change.StartPhase(name(phase), PhaseReport.NONE));
      }
      case DONE -> {
        return step(before, after, phase, new Change.CompletePhase(name(phase), PhaseReport.NONE));
      }
      case SKIP -> {
        return step(before, after, phase, new Change.SkipPhase(name(phase), "no"));
      }
      case MERGE -> {
        var data = (JsonObject) JsonText.parse("{\"status\": \"complete\"}");
        return step(
            before, after, phase, new Change.MergePhase(name(phase), data, JsonObject.EMPTY));
      }
      case FAIL -> apply(after, new Change.FailPhase(name(phase), "no", PhaseReport.NONE), by());
      case FINISH -> {
        return allowed(after, new Change.FinishRun())
            ? required(after, shapes.size(), false, false)
            : null;
      }
      case START, FRESH, FRESH_WITHOUT -> {
        start(after, move.action());
      }
      case SAVE_COMPLETE -> {
        var text = document("complete", true);
        var change = new Change.SaveDocument((JsonObject) JsonText.parse(text));
        return allowed(after, change) && !isOver(before) ? saved(before, after) : null;
      }
      case EDIT -> edit(after, phase, move.name());
      case DROP -> edit(after, phase, "");
      case EDIT_ALL -> after.store.edit(RUN, document("complete", true));
      case DELETE -> after.store.edit(RUN, null);
      case BREAK -> after.store.edit(RUN, "garbage");
      case RESTORE -> restore(after);
      case OPEN -> open(after, phase);
      case CLOSE -> after.fit[phase] = false;
    }
    return null;
  }

  private static By by() {
    return By.of(ANN);
  }

  private void start(Node after, Action action) {
    var phases = action == Action.FRESH_WITHOUT ? ungated() : List.<PhaseName>of();
    boolean fresh = action != Action.START;
    if (allowed(after, new Change.StartRun("release", "v1", phases, fresh))) {
      after.forget();
    }
  }

  private List<PhaseName> ungated() {
    var phases = new ArrayList<PhaseName>();
    for (int i = 0; i < shapes.size(); i++) {
      if (!shapes.get(i).gated()) {
        phases.add(name(i));
      }
    }
    return phases.isEmpty() ? List.of(new PhaseName("other")) : phases;
  }

  private void restore(Node after) {
    checkpoints(after).restore(dialect(), RUN, 1, by());
  }

  private void open(Node after, int phase) {
    after.fit[phase] = true;
    var position = new Position(COMMIT, REVIEWED);
    switch (shapes.get(phase).kind()) {
      case REVIEW -> prove(after, phase, new Claim.Verdict("g" + phase, true, List.of(), position));
      case COMMAND ->
          prove(after, phase, new Claim.CommandRun("g" + phase, List.of("make"), 0, position));
      case APPROVAL -> {
        var person = new By(ANN, Mode.COMMIT, Details.NONE, null, Consent.TERMINAL);
        var change = new Change.ApprovePhase(name(Math.max(0, phase - 1)));
        after.proved[phase] |= apply(after, change, person);
      }
      default -> {}
    }
  }

  private void prove(Node after, int phase, Claim claim) {
    try {
      new Gates(after.store, after.store, new Here(after)).prove(dialect(), RUN, claim, by());
      after.proved[phase] = true;
    } catch (FormatException damaged) {
      // Nothing was recorded.
    }
  }

  /// Takes a step with a phase, and judges it if it was allowed.
  private @Nullable String step(Node before, Node after, int phase, Change change) {
    var was = status(before, phase);
    boolean created = was == null;
    if (!allowed(after, change)) {
      return null;
    }
    if (created) {
      after.forget();
    }
    boolean skips = change instanceof Change.SkipPhase;
    boolean ends = change instanceof Change.CompletePhase || change instanceof Change.MergePhase;
    if ((ends && "complete".equals(was) && change instanceof Change.MergePhase)
        || (ends && "complete".equals(was) && after.ended[phase])
        || (skips && "skipped".equals(was))) {
      return null; // nothing moved
    }
    boolean begins = !after.entered[phase];
    var wrong = required(after, phase, begins, ends || skips);
    if (skips) {
      if (shapes.get(phase).gated()) {
        after.entered[phase] = false;
        after.ended[phase] = true; // all its gates were asked
      }
      return wrong;
    }
    if (begins) {
      for (int i = phase + 1; i < shapes.size(); i++) {
        after.entered[i] = false;
        after.openAtEnter[i] = false;
        after.openAtDone[i] = false;
      }
    }
    after.entered[phase] = !ends;
    after.ended[phase] = ends;
    if (!ends) {
      after.openAtDone[phase] = false;
    }
    var root = root(after);
    boolean over = root != null && root.has("completed_at");
    // A step that leaves the run finished finishes it once more.
    return over && wrong == null ? required(after, shapes.size(), false, false) : wrong;
  }

  /// Returns whether a file says already that everything is complete.
  private boolean isOver(Node node) {
    for (int i = 0; i < shapes.size(); i++) {
      if (!"complete".equals(status(node, i))) {
        return false;
      }
    }
    var root = newest(node);
    return root != null && root.has("completed_at");
  }

  private @Nullable String saved(Node before, Node after) {
    for (int i = 0; i < shapes.size(); i++) {
      boolean moved = !"complete".equals(status(before, i));
      after.ended[i] |= moved || !after.entered[i];
      after.entered[i] &= !moved;
    }
    return required(after, shapes.size(), false, false);
  }

  /// Judges that a phase was reached: each gate before it is open now, or was when it was passed.
  private @Nullable String required(Node after, int phase, boolean begins, boolean ends) {
    for (int i = 0; i < shapes.size() && i <= phase; i++) {
      var shape = shapes.get(i);
      boolean earlier = i < phase;
      if (earlier && shape.gated() && !after.entered[i]) {
        after.ended[i] = true; // its gates were asked instead
      }
      boolean open = isOpen(after, i);
      if (shape.enter() && (earlier || begins)) {
        behind++;
        if (i == phase) {
          after.openAtEnter[i] = false;
        }
        after.openAtEnter[i] |= open;
        if (!after.openAtEnter[i]) {
          return "-> behind the gate of p" + i + " (enter)";
        }
      }
      if (shape.done() && (earlier || ends)) {
        behind++;
        if (i == phase) {
          after.openAtDone[i] = false;
        }
        after.openAtDone[i] |= open;
        if (!after.openAtDone[i]) {
          return "-> behind the gate of p" + i + " (done)";
        }
      }
    }
    return null;
  }

  private boolean isOpen(Node node, int phase) {
    return switch (shapes.get(phase).kind()) {
      case ARTIFACT, CLEAN, HEAD -> node.fit[phase];
      case REVIEW, COMMAND, APPROVAL -> node.fit[phase] && node.proved[phase];
      case PHASES -> {
        for (int i = 0; i < phase; i++) {
          if (!node.ended[i]) {
            yield false;
          }
        }
        yield true;
      }
    };
  }

  private @Nullable String status(Node node, int phase) {
    var found = node.store.find(RUN);
    if (found.isEmpty() || !found.get().exists()) {
      return null;
    }
    var root = newest(node);
    if (root == null) {
      return "";
    }
    var phases = root.object("phases");
    var entry = phases == null ? null : phases.object(name(phase).value());
    var status = entry == null ? null : entry.string("status");
    return status == null ? "" : status;
  }

  /// Returns the document; over a broken one the engine goes on from the newest state that can be
  /// read.
  private static @Nullable JsonObject newest(Node node) {
    var root = root(node);
    var found = node.store.find(RUN);
    for (long at = found.isEmpty() || !found.get().exists() ? 0 : found.get().sequence();
        root == null && at > 0;
        at--) {
      root = parsed(node.store.at(RUN, at).orElse(null));
    }
    return root;
  }

  private static @Nullable JsonObject root(Node node) {
    var found = node.store.find(RUN);
    var text = found.isEmpty() || !found.get().exists() ? null : found.get().text();
    return parsed(text);
  }

  private static @Nullable JsonObject parsed(@Nullable String text) {
    return text == null || text.equals("garbage") ? null : (JsonObject) JsonText.parse(text);
  }

  private void edit(Node after, int phase, String status) {
    var root = root(after);
    if (root == null) {
      return;
    }
    var phases = root.object("phases");
    var entries = phases == null ? JsonObject.EMPTY : phases;
    var name = name(phase).value();
    var entry = JsonObject.builder().add("status", status).build();
    var edited = status.isEmpty() ? entries.without(name) : entries.with(name, entry);
    after.store.edit(RUN, JsonText.compact(root.with("phases", edited)));
  }

  private String document(String status, boolean finished) {
    var phases = JsonObject.builder();
    for (int i = 0; i < shapes.size(); i++) {
      phases.add(name(i).value(), JsonObject.builder().add("status", status).build());
    }
    var root =
        JsonObject.builder()
            .add("command", "release")
            .add("feature", "v1")
            .add("version", 1)
            .add("started_at", NOW.toString())
            .add("updated_at", NOW.toString());
    if (finished) {
      root.add("completed_at", NOW.toString());
    }
    var state = JsonText.parse("{\"completed_phases\": [], \"pending_phases\": []}");
    return JsonText.compact(root.add("state", state).add("phases", phases.build()).build());
  }

  private boolean allowed(Node after, Change change) {
    return apply(after, change, by());
  }

  private boolean apply(Node after, Change change, By by) {
    try {
      return checkpoints(after).apply(dialect(), RUN, change, by).outcome()
          instanceof Transition<?>;
    } catch (FormatException damaged) {
      return false;
    }
  }

  private Checkpoints checkpoints(Node node) {
    return new Checkpoints(node.store, node.store, new Here(node));
  }

  private Dialect<?> dialect() {
    return dialects.get("state");
  }

  /// The world of one state.
  private final class Here implements World {
    private final Node node;

    Here(Node node) {
      this.node = node;
    }

    @Override
    public Instant now() {
      return NOW;
    }

    @Override
    public SummaryLimit limit(String dialect, String workflow) {
      return SummaryLimit.DEFAULT;
    }

    @Override
    public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
      return Optional.of(definition);
    }

    @Override
    public <T> Fact<T> fetch(Ask<T> ask) {
      @SuppressWarnings("unchecked") // each question has its own type of answer
      var fact = (Fact<T>) answer(ask);
      return fact;
    }

    private Fact<?> answer(Ask<?> ask) {
      return switch (ask) {
        case Ask.HeadNow _ -> Fact.known(new Head("main", COMMIT));
        case Ask.Exists it -> Fact.known(fit(it.path()));
        case Ask.Digest it -> Fact.known(Optional.of(fit(it.path()) ? REVIEWED : OTHER));
        case Ask.ChangedFiles _ -> Fact.known(all(Kind.CLEAN) ? List.of() : List.of("x"));
        case Ask.MovedSince _ -> Fact.known(!all(Kind.HEAD));
        case Ask.TreeNow _ -> Fact.known(all(Kind.REVIEW) && all(Kind.COMMAND) ? REVIEWED : OTHER);
        default -> Fact.unknown("not modelled");
      };
    }

    private boolean fit(String path) {
      return path.length() == 2 && path.charAt(0) == 'a' && node.fit[path.charAt(1) - '0'];
    }

    private boolean all(Kind kind) {
      for (int i = 0; i < shapes.size(); i++) {
        if (shapes.get(i).gated() && shapes.get(i).kind() == kind && !node.fit[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public List<Blocker> carryOut(Effect effect) {
      return List.of();
    }
  }
}
