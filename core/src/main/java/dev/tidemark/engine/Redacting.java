package dev.tidemark.engine;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.store.Archives;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.DamagedException;
import dev.tidemark.store.News;
import dev.tidemark.store.Redaction;
import dev.tidemark.store.Redaction.Traces;
import dev.tidemark.store.Remains;
import dev.tidemark.store.Write;
import dev.tidemark.text.Erased;
import java.util.ArrayList;
import java.util.List;

/// Takes a secret out of a run: out of its document, its record, its archived copies, and the files
/// that are left of it. Off every hot path.
public final class Redacting {
  private final CheckpointStore store;
  private final Redaction redaction;
  private final Archives archives;
  private final Remains remains;
  private final World world;

  /// Takes what has to be cleaned, and the world.
  public Redacting(CheckpointStore store, Past past, World world) {
    this.store = store;
    this.redaction = past.redaction();
    this.archives = past.archives();
    this.remains = past.remains();
    this.world = world;
  }

  /// What is kept of runs beside their documents.
  ///
  /// @param redaction takes secrets out of records
  /// @param archives keeps compressed copies
  /// @param remains knows the other files
  public record Past(Redaction redaction, Archives archives, Remains remains) {}

  /// What was found and, unless that was all that was asked for, cleaned.
  ///
  /// @param traces what the record held
  /// @param document whether the document held it
  /// @param copies the archived copies that held it, and are removed
  /// @param files the other files that held it, from the project root
  public record Found(Traces traces, boolean document, List<Archived> copies, List<String> files) {
    /// Takes its own copies.
    public Found {
      copies = List.copyOf(copies);
      files = List.copyOf(files);
    }

    /// Returns whether there was nothing to clean.
    public boolean none() {
      return traces.none() && !document && copies.isEmpty() && files.isEmpty();
    }
  }

  /// Cleans a run.
  ///
  /// @throws FormatException if the document could not be read any more without the secret; nothing
  ///   was written
  /// @throws dev.tidemark.store.StoreException if the store cannot do its part; what was done stays
  ///   done, and doing it again does the rest
  public Found redact(Run run, Erased secret, By by) {
    var id = run.id();
    // The document first: whatever is recorded after it was found, the write below is refused.
    var document = store.find(id).orElse(Reading.NOTHING);
    var traces = redaction.find(id, secret);
    var text = document.exists() ? document.text() : null;
    boolean held = text != null && secret.isIn(text);
    var found = new Found(traces, held, copies(run, secret), remains.holding(id, secret));
    if (text != null && held) {
      run.dialect().format().decode(id, secret.cleaned(text));
    }
    if (by.mode() == Mode.DRY_RUN || found.none()) {
      return found;
    }
    if (held || !traces.none()) {
      var event = new Event.Redacted(traces.states(), traces.notes());
      var news = new News(world.now(), by.actor(), List.of(event), traces.evidence());
      var write =
          text != null && held
              ? new Write(id, secret.cleaned(text), document.revision(), news)
              : Write.note(id, document.revision(), news);
      store.replace(write.since(document));
      redaction.erase(id, secret, traces.notes());
      world.changed(id);
    }
    found.copies().forEach(archives::remove);
    found.files().forEach(file -> remains.clean(id, file, secret));
    return found;
  }

  private List<Archived> copies(Run run, Erased secret) {
    var holding = new ArrayList<Archived>();
    for (var copy : archives.list(run.id().dialect())) {
      if (copy.id().equals(run.id()) && holds(copy, secret)) {
        holding.add(copy);
      }
    }
    return holding;
  }

  /// Nobody can tell what is in a copy that is not whole, so it is left to whoever made it so.
  private boolean holds(Archived copy, Erased secret) {
    try {
      return secret.isIn(archives.read(copy));
    } catch (DamagedException unreadable) {
      return false;
    }
  }
}
