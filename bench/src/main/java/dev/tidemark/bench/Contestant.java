package dev.tidemark.bench;

import java.sql.SQLException;

/// One way to make a change durable in a database, tried by several threads at once.
interface Contestant {
  /// Makes one change after the other.
  ///
  /// @param thread which of the threads asks, counted from 0; each has a run of its own
  /// @param end when to stop, in the count of [System#nanoTime]
  /// @return how long each change took
  Samples until(int thread, long end) throws SQLException;
}
