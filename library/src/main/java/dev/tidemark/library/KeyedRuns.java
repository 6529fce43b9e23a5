package dev.tidemark.library;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.state.format.NameLists;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Adapter base with optimistic locking: runs of the format `state` that hold the state of another
/// framework, one run of one command for each key (a thread, a memory, a conversation).
///
/// The state is a JSON object in a field of the document that is named after the command; other
/// fields are kept. Each write is one journal entry with the phases that it moved. A finished run
/// counts as absent: the next write starts it anew. A secret that a state is saved with is logged
/// as a warning by the [System.Logger] of this class's name.
///
/// Safe for use by many threads and many processes at once.
public final class KeyedRuns {
  /// The field with the key, in the object of the framework.
  public static final String KEY = "key";

  /// The field with a random text that differs after each write, in the object of the framework.
  public static final String VERSION = "version";

  /// The time limit for repeating an update after a lost race.
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /// The longest name in a document's name; a longer one is cut and gets a digest.
  private static final int NAME_MAX = 100;

  private static final int DIGEST_LENGTH = 16;

  private final Project project;
  private final String command;
  private final String field;
  private final Actor actor;

  /// Takes the project, and the command of the runs; the actor of changes is a tool of that name.
  public KeyedRuns(Project project, String command) {
    this.project = project;
    this.command = command;
    this.field = command.replace('-', '_');
    this.actor = Actor.tool(command);
  }

  /// Snapshot of a run, with the revision for compare-and-set.
  ///
  /// @param id the run
  /// @param key the key
  /// @param document the document; absent if there is none, or the run is finished
  /// @param revision the revision of the document, finished or not; empty if there is none
  /// @param sequence the number of the newest journal entry of the run; 0 if there is none
  public record Snapshot(
      CheckpointId id, String key, @Nullable JsonObject document, String revision, long sequence) {}

  /// Returns the run of a key. Writes nothing.
  ///
  /// @throws FormatException if there is a document that cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  /// @throws IllegalStateException if the run belongs to another key
  public Snapshot read(String key) {
    var id = id(key);
    var loaded = project.checkpoints().load(project.state(), id).orElse(null);
    if (loaded == null) {
      var found = project.store().find(id).orElse(null);
      return new Snapshot(id, key, null, "", found == null ? 0 : found.sequence());
    }
    var root = loaded.checkpoint().root();
    var held = state(root).string(KEY);
    boolean finished = loaded.checkpoint().finished();
    // A finished run without a key has no state that a write could lose.
    if (!key.equals(held) && (held != null || !finished)) {
      throw new IllegalStateException(
          id + " holds no state of \"" + key + "\": its field " + field + ".key is different");
    }
    var found = loaded.document();
    return new Snapshot(
        id, key, finished ? null : root, found.revision().value(), found.sequence());
  }

  /// Returns the object of the framework in a snapshot; empty if there is none.
  public JsonObject state(Snapshot snapshot) {
    return snapshot.document() == null ? JsonObject.EMPTY : state(snapshot.document());
  }

  /// Returns the object of the framework in a document of this command; empty if there is none.
  public JsonObject state(JsonObject document) {
    var state = document.object(field);
    return state == null ? JsonObject.EMPTY : state;
  }

  /// Returns the object of the framework as it was after several journal entries, by sequence;
  /// those that were pruned are left out.
  ///
  /// @throws dev.tidemark.store.StoreException if the journal cannot be read
  public SortedMap<Long, JsonObject> recorded(CheckpointId id, List<Long> sequences) {
    var states = new TreeMap<Long, JsonObject>();
    project
        .history()
        .stateAt(id, Set.copyOf(sequences))
        .forEach(
            (sequence, text) -> {
              if (JsonText.parse(text) instanceof JsonObject document) {
                states.put(sequence, state(document));
              }
            });
    return states;
  }

  /// Replaces the object of the framework and the status of phases, if the run is as it was read.
  ///
  /// @param base the run as it was read
  /// @param state the object of the framework; its fields `key` and `version` are added
  /// @param phases the phases with a new status, in the order in which they got it
  /// @return the version that was written
  /// @throws ConflictException if the run has changed since; nothing was written
  /// @throws IllegalStateException if the change was refused; nothing was written
  /// @throws FormatException as for [Checkpoints#apply]
  /// @throws dev.tidemark.store.StoreException as for [Checkpoints#apply]
  public String write(Snapshot base, JsonObject state, List<PhaseMove> phases) {
    var document = base.document() == null ? blank() : base.document();
    for (var move : phases) {
      document = moved(document, move);
    }
    var version = UUID.randomUUID().toString();
    var head = JsonObject.EMPTY.with(KEY, base.key()).with(VERSION, version);
    save(base, document.with(field, head.withAll(state.without(KEY).without(VERSION))));
    return version;
  }

  /// Returns the version that the last write of a run has made; empty if there is none.
  public String version(Snapshot snapshot) {
    var version = state(snapshot).string(VERSION);
    return version == null ? "" : version;
  }

  /// Ends the run of a key; without one, does nothing.
  ///
  /// @param drop whether the object of the framework is removed from the document
  /// @return the run as it was before
  /// @throws ConflictException if other writes won every race until the time limit; nothing was
  ///   written
  public Snapshot finish(String key, boolean drop) {
    return repeat(
        key,
        base -> {
          var document = base.document();
          if (document == null) {
            return base;
          }
          var state = document.object(SchemaFields.STATE);
          var ended = NameLists.of(state == null ? JsonObject.EMPTY : state).ended();
          var lists = ended.writeInto(state == null ? JsonObject.EMPTY : state);
          var kept = drop ? JsonObject.EMPTY.with(KEY, key) : state(document);
          save(
              base,
              document
                  .with(SchemaFields.STATE, lists)
                  .with(field, kept)
                  .with(SchemaFields.COMPLETED_AT, now()));
          return base;
        });
  }

  /// Applies a step that reads and writes the run of a key, and repeats it from the start after a
  /// lost race.
  ///
  /// @throws ConflictException if other writes won every race until the time limit; nothing was
  ///   written
  public Snapshot repeat(String key, UnaryOperator<Snapshot> step) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try {
        return step.apply(read(key));
      } catch (ConflictException lostRace) {
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  /// Returns the unfinished runs of the command, by key. Documents that cannot be read are left
  /// out; `tidemark doctor` names them. A run whose journal was removed is left out until its next
  /// write, as in `tidemark list`: the name of its file does not tell the command.
  ///
  /// @throws dev.tidemark.store.StoreException if the store cannot be listed
  public List<Snapshot> open() {
    var open = new TreeMap<String, Snapshot>();
    for (var id : project.store().list(project.state().name())) {
      if (id.workflow().equals(command)) {
        var snapshot = openRun(id);
        if (snapshot != null) {
          open.put(snapshot.key(), snapshot);
        }
      }
    }
    return new ArrayList<>(open.values());
  }

  private @Nullable Snapshot openRun(CheckpointId id) {
    try {
      var loaded = project.checkpoints().load(project.state(), id).orElse(null);
      if (loaded == null
          || loaded.checkpoint().finished()
          || RunRepository.isForeign(project.state(), id, loaded.document())) {
        return null;
      }
      var document = loaded.checkpoint().root();
      var key = state(document).string(KEY);
      var found = loaded.document();
      return key == null
          ? null
          : new Snapshot(id, key, document, found.revision().value(), found.sequence());
    } catch (FormatException unreadable) {
      return null;
    }
  }

  /// Returns the run of a key.
  ///
  /// @throws IllegalArgumentException if no run can have that name
  public CheckpointId id(String key) {
    var resolution = project.state().locator().name(command, name(key));
    if (resolution instanceof NameResolution.Named named) {
      return named.id();
    }
    var blocker = ((NameResolution.Unnameable) resolution).blocker();
    throw new IllegalArgumentException(blocker.reason() + ". " + blocker.hint());
  }

  /// Percent-encoding, so that different keys have different names and each is a file name:
  /// letters, digits, `-`, `_` and single dots are kept. A name that gets too long ends in a
  /// digest.
  static String name(String key) {
    var name = new StringBuilder(key.length());
    for (byte octet : key.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
      boolean dot = c == '.' && !name.isEmpty() && name.charAt(name.length() - 1) != '.';
      if (plain || dot) {
        name.append(c);
      } else {
        name.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      }
    }
    var encoded = name.toString();
    if (encoded.toLowerCase(Locale.ROOT).equals("checkpoint")) {
      encoded = "%" + HexFormat.of().toHexDigits((byte) encoded.charAt(0)) + encoded.substring(1);
    }
    if (encoded.isEmpty()) {
      return "%";
    }
    return encoded.length() <= NAME_MAX
        ? encoded
        : encoded.substring(0, NAME_MAX - DIGEST_LENGTH - 1)
            + "~"
            + Sha256.hex(key.getBytes(StandardCharsets.UTF_8)).substring(0, DIGEST_LENGTH);
  }

  /// New status of a phase.
  ///
  /// @param phase the name of the phase
  /// @param status the status
  public record PhaseMove(String phase, PhaseStatus status) {}

  private JsonObject blank() {
    var state = new NameLists(null, JsonArray.EMPTY, JsonArray.EMPTY).writeInto(JsonObject.EMPTY);
    return JsonObject.builder()
        .add(SchemaFields.COMMAND, command)
        .add(SchemaFields.VERSION, 1)
        .add(SchemaFields.STARTED_AT, now())
        .add(SchemaFields.STATE, state)
        .add(SchemaFields.PHASES, JsonObject.EMPTY)
        .build();
  }

  private JsonObject moved(JsonObject document, PhaseMove move) {
    var state = document.object(SchemaFields.STATE);
    var phases = document.object(SchemaFields.PHASES);
    var all = phases == null ? JsonObject.EMPTY : phases;
    var phase = all.object(move.phase());
    var now = now();
    var entry =
        (phase == null ? JsonObject.EMPTY : phase).with(SchemaFields.STATUS, move.status().word());
    boolean begun = move.status() != PhaseStatus.PENDING && move.status() != PhaseStatus.SKIPPED;
    if (begun && !entry.has(SchemaFields.STARTED_AT)) {
      entry = entry.with(SchemaFields.STARTED_AT, now);
    }
    var lists = NameLists.of(state == null ? JsonObject.EMPTY : state);
    lists = lists.after(move.phase(), move.status());
    return document
        .with(SchemaFields.STATE, lists.writeInto(state == null ? JsonObject.EMPTY : state))
        .with(
            SchemaFields.PHASES, all.with(move.phase(), entry.with(SchemaFields.UPDATED_AT, now)));
  }

  private String now() {
    return Timestamps.millis(project.now());
  }

  private void save(Snapshot base, JsonObject document) {
    var change = new Change.SaveDocument(document, name(base.key()), base.revision());
    var outcome =
        project.checkpoints().apply(project.state(), base.id(), change, Caller.of(actor)).outcome();
    if (outcome instanceof Refusal<?> refusal) {
      throw refused(base.id(), refusal);
    }
    for (var notice : outcome.notices()) {
      if (notice.code().equals(Checkpoints.SECRET)) {
        System.getLogger(KeyedRuns.class.getName())
            .log(Level.WARNING, base.id() + ": " + notice.text());
      }
    }
  }

  private static RuntimeException refused(CheckpointId id, Refusal<?> refusal) {
    var texts = new ArrayList<String>();
    for (var blocker : refusal.blockers()) {
      if (blocker.code().equals(Checkpoints.CHANGED_SINCE_READ)) {
        return new ConflictException(id);
      }
      texts.add(blocker.reason() + ". " + blocker.hint());
    }
    return new IllegalStateException(id + " was not saved: " + String.join("; ", texts));
  }
}
