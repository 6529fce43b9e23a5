package dev.tidemark.app.view.text;

import java.util.AbstractList;
import java.util.List;

/// View of two lists as one: a table whose lines are made when they are asked for, and what stands
/// below it.
public final class JoinedList<T> extends AbstractList<T> {
  private final List<T> first;
  private final List<T> second;

  /// Takes lists that do not change any more.
  public JoinedList(List<T> first, List<T> second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public T get(int index) {
    int size = first.size();
    return index < size ? first.get(index) : second.get(index - size);
  }

  @Override
  public int size() {
    return first.size() + second.size();
  }
}
