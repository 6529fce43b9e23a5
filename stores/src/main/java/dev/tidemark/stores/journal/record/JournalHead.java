package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.record.JournalHead.Kind;
import dev.tidemark.stores.journal.record.JournalHead.Step;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Record head: the metadata of a record, covered by the hash chain, with its JSON codec. It is
/// never rewritten.
///
/// @param sequence counts the records of a run from 1, without gaps
/// @param at when, by the clock of the machine that wrote it
/// @param by the actor
/// @param step from which state of the document to which
/// @param prev hash of the head before, see [JournalLine#headHash]; empty for the first
/// @param digest hash of the body, see [RecordBody#digest]
/// @param since how many bytes of patches there are since the last full copy, this one included
public record JournalHead(
    long sequence, Instant at, Actor by, Step step, String prev, String digest, long since) {
  /// The cause of a record.
  public enum Kind {
    /// The document was replaced through the store.
    REPLACED("replaced"),
    /// External edit: the document was changed outside the store, to an unrecorded content.
    ADOPTED("adopted"),
    /// External revert: the document was put back to an earlier recorded state.
    REWOUND("rewound"),
    /// External removal: the document was deleted outside the store.
    REMOVED("removed"),
    /// The document was removed through the store.
    DELETED("deleted"),
    /// Something is worth recording, but the document stays as it is.
    NOTED("noted"),
    /// Unknown cause, written by a newer version.
    OTHER("");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    private static Kind of(String word) {
      for (var kind : values()) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      return OTHER;
    }

    private String word() {
      if (this == OTHER) {
        throw new IllegalArgumentException("an unknown kind of record cannot be written");
      }
      return word;
    }
  }

  /// Transition from one state of the document to the next.
  ///
  /// @param kind why it was taken
  /// @param before the state before it
  /// @param after the state after it
  /// @param temp the unique part of the name of the temporary file to be published or, if empty, a
  ///   pending removal; absent where nothing is to be published
  /// @param via the states on the way, in order
  public record Step(
      Kind kind, Revision before, Revision after, @Nullable String temp, List<Revision> via) {
    /// Takes its own copy of the states on the way.
    public Step {
      via = List.copyOf(via);
    }

    /// A step without any state on the way.
    public Step(Kind kind, Revision before, Revision after, @Nullable String temp) {
      this(kind, before, after, temp, List.of());
    }

    /// Returns whether a document in that state has this step, or the rest of it, before it.
    public boolean leaves(Revision state) {
      if (state.equals(before)) {
        return true;
      }
      for (int i = 0; i < via.size(); i++) {
        if (state.equals(via.get(i))) {
          return true;
        }
      }
      return false;
    }
  }

  /// Returns the JSON text of the head.
  String text() {
    var json = JsonObject.builder();
    json.add("seq", sequence);
    json.add("at", Timestamps.millis(at));
    json.add("by", actor(by));
    json.add("kind", step.kind().word());
    json.add("before", step.before().value());
    json.add("after", step.after().value());
    json.addIfPresent("temp", step.temp());
    if (!step.via().isEmpty()) {
      json.add("via", array(step.via()));
    }
    json.add("prev", prev);
    json.add("digest", digest);
    json.add("since", since);
    return JsonText.compact(json.build());
  }

  /// Reads a head.
  ///
  /// @throws MalformedException if a required field is missing or of another type
  static JournalHead of(JsonObject json) {
    var by = json.object("by");
    if (by == null) {
      throw new MalformedException("a record without an actor");
    }
    var kind = Kind.of(string(json, "kind"));
    var before = new Revision(string(json, "before"));
    var after = new Revision(string(json, "after"));
    var step = new Step(kind, before, after, json.string("temp"), revisions(json));
    var at = instant(string(json, "at"));
    return new JournalHead(
        wholeNumber(json, "seq"),
        at,
        actor(by),
        step,
        string(json, "prev"),
        string(json, "digest"),
        wholeNumber(json, "since"));
  }

  private static JsonArray array(List<Revision> revisions) {
    var texts = new ArrayList<String>(revisions.size());
    for (int i = 0; i < revisions.size(); i++) {
      texts.add(revisions.get(i).value());
    }
    return JsonArray.ofStrings(texts);
  }

  private static List<Revision> revisions(JsonObject json) {
    var array = json.array("via");
    if (array == null) {
      return List.of();
    }
    var revisions = new ArrayList<Revision>(array.size());
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof JsonString text)) {
        throw new MalformedException("a state on the way without a name");
      }
      revisions.add(new Revision(text.value()));
    }
    return revisions;
  }

  /// Returns the JSON of an actor.
  static JsonObject actor(Actor actor) {
    var json = JsonObject.builder();
    json.add("kind", actor.kind().word()).add("name", actor.name());
    json.addIfPresent("version", actor.version()).addIfPresent("host", actor.host());
    return actor.process() == 0 ? json.build() : json.add("process", actor.process()).build();
  }

  /// Reads an actor.
  static Actor actor(JsonObject json) {
    var kind = Actor.Kind.of(string(json, "kind"));
    long process = json.has("process") ? wholeNumber(json, "process") : 0;
    var name = string(json, "name");
    return new Actor(kind, name, json.string("version"), json.string("host"), process);
  }

  private static String string(JsonObject json, String key) {
    var value = json.string(key);
    if (value == null) {
      throw new MalformedException("no `" + key + "`");
    }
    return value;
  }

  private static long wholeNumber(JsonObject json, String key) {
    var number = json.number(key);
    if (number == null || number.wholeValue().isEmpty()) {
      throw new MalformedException("no whole number `" + key + "`");
    }
    return number.wholeValue().getAsLong();
  }

  /// Reads a time.
  static Instant instant(String text) {
    var at = Timestamps.parse(text);
    if (at.isEmpty()) {
      throw new MalformedException("not a time: " + text);
    }
    return at.get();
  }
}
