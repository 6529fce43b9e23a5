package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the runs of a project, whatever their dialect.
public final class Runs {
  private final List<Dialect<?>> dialects = new ArrayList<>();
  private final List<Dialect<?>> parts = new ArrayList<>();
  private final CheckpointStore store;

  /// Takes the dialects to look for and the store to look in.
  public Runs(List<Dialect<?>> dialects, CheckpointStore store) {
    for (var dialect : dialects) {
      (dialect.place().listed() ? this.dialects : parts).add(dialect);
    }
    this.store = store;
  }

  /// Returns every run, finished ones included, ordered by id. A run that cannot be read is there
  /// too, with its problem.
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Run> all() {
    var runs = new ArrayList<Run>();
    for (var dialect : dialects) {
      for (var id : store.list(dialect.name())) {
        runs.add(inspect(dialect, id));
      }
    }
    // Not `Comparator.comparing`: the JDK links that one at run time, for ten milliseconds.
    runs.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
    return runs;
  }

  /// Returns every run, and the documents that are parts of runs as if they were runs of their own,
  /// ordered by id: everything that has a past.
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Run> withParts() {
    var runs = new ArrayList<>(all());
    for (var part : parts) {
      for (var id : store.list(part.name())) {
        runs.add(inspect(part, id));
      }
    }
    runs.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
    return runs;
  }

  /// Returns every run at a glance, finished ones included, ordered by id.
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Glance> glances() {
    var glances = new ArrayList<Glance>();
    for (var run : all()) {
      glances.add(Glance.of(run));
    }
    return glances;
  }

  /// Returns one run as it stands; never throws because of the run itself.
  public <C extends Checkpoint> Run inspect(Dialect<C> dialect, CheckpointId id) {
    Document document = Reading.NOTHING;
    try {
      document = store.find(id).orElse(Reading.NOTHING);
      if (!document.exists()) {
        return new Run(dialect, id, null, document, null, List.of());
      }
      var decoded = dialect.format().decode(id, Reading.text(document));
      var notices = new ArrayList<Notice>(decoded.notices());
      Reading.standing(dialect, id, document).ifPresent(notices::add);
      return new Run(dialect, id, decoded.checkpoint(), document, null, notices);
    } catch (FormatException | StoreException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      return new Run(dialect, id, null, document, problem, List.of());
    }
  }

  /// Returns where the document of a run is, from the project root.
  ///
  /// @throws IllegalArgumentException if no dialect here has such runs
  public String pathOf(CheckpointId id) {
    for (var dialect : dialects) {
      if (dialect.name().equals(id.dialect())) {
        return dialect.place().pathOf(id);
      }
    }
    throw new IllegalArgumentException("there is no dialect " + id.dialect());
  }

  /// Returns the dialect of that name.
  public Optional<Dialect<?>> dialect(String name) {
    for (var dialect : dialects) {
      if (dialect.name().equals(name)) {
        return Optional.of(dialect);
      }
    }
    return Optional.empty();
  }

  /// Returns the dialects, in the order they are listed.
  public List<Dialect<?>> dialects() {
    return List.copyOf(dialects);
  }

  /// Returns the dialects whose documents are parts of other runs.
  List<Dialect<?>> parts() {
    return parts;
  }
}
