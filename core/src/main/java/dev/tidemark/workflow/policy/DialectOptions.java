package dev.tidemark.workflow.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Format-specific options of a change: message counts, a passed review, open points.
///
/// The interfaces pass them through uninterpreted. Each dialect declares the options it supports,
/// and the engine refuses all others.
public final class DialectOptions {
  /// No options.
  public static final DialectOptions NONE = new DialectOptions(Map.of());

  /// The value of a word that answers a question with no; any other value means yes.
  public static final String NO = "no";

  private final Map<String, List<String>> values;

  /// Takes the values of each word, in the order given; a word that is only a flag has one empty
  /// value.
  public DialectOptions(Map<String, List<String>> values) {
    var copy = new HashMap<String, List<String>>();
    for (var entry : values.entrySet()) {
      copy.put(entry.getKey(), List.copyOf(entry.getValue()));
    }
    this.values = copy;
  }

  /// Returns whether an option is present.
  public boolean has(String word) {
    return values.containsKey(word);
  }

  /// Returns the last value of an option; absent if it is missing.
  public @Nullable String value(String word) {
    var all = values.get(word);
    return all == null || all.isEmpty() ? null : all.getLast();
  }

  /// Returns whether an option is present, and not negated.
  public boolean isYes(String word) {
    var value = value(word);
    return value != null && !value.equals(NO);
  }

  /// Returns whether an option is present and negated.
  public boolean isNo(String word) {
    return NO.equals(value(word));
  }

  /// Returns all values of an option, in the order given; none if it is missing.
  public List<String> values(String word) {
    var all = values.get(word);
    return all == null ? List.of() : all;
  }

  /// Returns the names of all options, in no particular order.
  public List<String> words() {
    return new ArrayList<>(values.keySet());
  }

  /// Returns the options that are not among these.
  public List<String> except(Set<String> known) {
    var unknown = new ArrayList<String>();
    for (var word : values.keySet()) {
      if (!known.contains(word)) {
        unknown.add(word);
      }
    }
    return unknown;
  }
}
