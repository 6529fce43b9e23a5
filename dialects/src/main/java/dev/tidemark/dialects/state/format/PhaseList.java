package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The phases of a document as one list, merged from the four places that mention them.
final class PhaseList {
  private final StateCheckpoint checkpoint;
  private final List<String> completed;
  private final Set<String> done;
  private final @Nullable String current;

  private PhaseList(StateCheckpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.completed = checkpoint.completed();
    this.done = new HashSet<>(completed);
    this.current = checkpoint.currentName();
  }

  /// Returns the phases in the order they were begun, then those ahead.
  static List<Phase> of(StateCheckpoint checkpoint) {
    return new PhaseList(checkpoint).phases();
  }

  private List<Phase> phases() {
    var names = order();
    var phases = new ArrayList<Phase>(names.size());
    for (var name : names) {
      phases.add(phase(name));
    }
    return phases;
  }

  /// Phases done without an entry of their own stand right after the one done before them. A linked
  /// list with a hash index: each name is looked up and inserted in constant time.
  private List<String> order() {
    var nodes = new HashMap<String, Node>();
    var head = new Node("");
    var last = head;
    for (var member : checkpoint.entries().members()) {
      last = insert(nodes, last, member.key());
    }
    var after = head;
    for (var name : completed) {
      if (!name.isBlank()) {
        boolean atEnd = after == last;
        var known = nodes.get(name);
        after = known == null ? insert(nodes, after, name) : known;
        last = atEnd && known == null ? after : last;
      }
    }
    if (current != null) {
      last = insert(nodes, last, current);
    }
    for (var name : checkpoint.pending()) {
      last = insert(nodes, last, name);
    }
    var names = new ArrayList<String>(nodes.size());
    for (var node = head.next; node != null; node = node.next) {
      names.add(node.name);
    }
    return names;
  }

  /// Inserts a new name behind a node and returns its node; a known or blank one changes nothing.
  private static Node insert(Map<String, Node> nodes, Node after, String name) {
    if (name.isBlank() || nodes.containsKey(name)) {
      return after;
    }
    var node = new Node(name);
    node.next = after.next;
    after.next = node;
    nodes.put(name, node);
    return node;
  }

  private static final class Node {
    private final String name;
    private @Nullable Node next;

    private Node(String name) {
      this.name = name;
    }
  }

  private Phase phase(String name) {
    var entry = checkpoint.entries().object(name);
    if (entry == null) {
      return new Phase(new PhaseName(name), listed(name), null, null, null, null, List.of());
    }
    var word = entry.string(SchemaFields.STATUS);
    var parsed = PhaseStatus.parse(word);
    var status = parsed == null ? listed(name) : parsed;
    var summary = entry.string(SchemaFields.CONTEXT_SUMMARY);
    return new Phase(
        new PhaseName(name),
        status,
        StateCheckpoint.time(entry, SchemaFields.STARTED_AT),
        status.isOpen() ? null : StateCheckpoint.time(entry, SchemaFields.UPDATED_AT),
        summary == null ? null : new ContextSummary(summary),
        entry.string(SchemaFields.ERROR),
        artifacts(entry));
  }

  /// Returns the status of a phase by the lists, if it has none of its own.
  private PhaseStatus listed(String name) {
    if (name.equals(current)) {
      return PhaseStatus.IN_PROGRESS;
    }
    return done.contains(name) ? PhaseStatus.COMPLETE : PhaseStatus.PENDING;
  }

  private static List<Artifact> artifacts(JsonObject entry) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : entry.strings(SchemaFields.FILES_CREATED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.CREATED));
    }
    for (var path : entry.strings(SchemaFields.FILES_MODIFIED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.MODIFIED));
    }
    return artifacts;
  }
}
