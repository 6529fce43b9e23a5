package dev.tidemark.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Registry of the dialects of a project, each created lazily: most commands need one.
///
/// Safe for use by many threads.
public abstract class DialectTable {
  private final List<String> names;
  private final List<String> parts;
  private final List<String> known = new ArrayList<>();
  private final @Nullable Dialect<?>[] made;

  /// Takes the names of the dialects, in the order in which they are listed, and of those whose
  /// documents are [parts][DocumentLocator#isListed] of other runs.
  protected DialectTable(List<String> names, List<String> parts) {
    this.names = List.copyOf(names);
    this.parts = List.copyOf(parts);
    known.addAll(names);
    known.addAll(parts);
    this.made = new @Nullable Dialect<?>[known.size()];
  }

  /// Puts the dialect of that name together.
  protected abstract Dialect<?> make(String name);

  /// Returns the [roots][DocumentLocator#roots] of a dialect without putting it together.
  public abstract List<String> roots(String name);

  /// Returns the names of the dialects, in the order in which they are listed.
  public final List<String> names() {
    return names;
  }

  /// Returns the names of those whose documents are parts of other runs.
  public final List<String> parts() {
    return parts;
  }

  /// Returns the dialect of that name, of either kind.
  public final synchronized Optional<Dialect<?>> find(String name) {
    int at = known.indexOf(name);
    if (at < 0) {
      return Optional.empty();
    }
    var dialect = made[at];
    if (dialect == null) {
      dialect = make(name);
      made[at] = dialect;
    }
    return Optional.of(dialect);
  }

  /// Returns the dialect of that name, of either kind.
  ///
  /// @throws IllegalArgumentException if there is none
  public final Dialect<?> get(String name) {
    var dialect = find(name);
    if (dialect.isEmpty()) {
      throw new IllegalArgumentException("there is no format " + name);
    }
    return dialect.get();
  }

  /// Returns the dialects that are listed, in that order.
  public final List<Dialect<?>> all() {
    var all = new ArrayList<Dialect<?>>(names.size());
    for (var name : names) {
      all.add(get(name));
    }
    return all;
  }
}
