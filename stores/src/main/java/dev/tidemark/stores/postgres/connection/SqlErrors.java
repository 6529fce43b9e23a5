package dev.tidemark.stores.postgres.connection;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Maps SQL errors to store exceptions.
public final class SqlErrors {
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String FORBIDDEN = "42501";
  private static final Set<String> ABSENT = Set.of("42P01", "3F000", "42703");
  private static final Set<String> AGAIN = Set.of("40001", "40P01");
  private static final Set<String> SHUT = Set.of("57P01", "57P02", "57P03", "57P05", "25P03");

  private SqlErrors() {}

  /// Returns whether the connection was lost, so that the outcome of the statement is unknown.
  public static boolean isCut(SQLException failure) {
    var state = state(failure);
    return state.startsWith("08")
        || SHUT.contains(state)
        || failure.getCause() instanceof IOException;
  }

  /// Returns whether our tables are not there.
  static boolean isAbsent(SQLException failure) {
    return ABSENT.contains(state(failure));
  }

  /// Returns whether two changes got into each other's way, so that one of them may be repeated.
  public static boolean isWorthRepeating(SQLException failure) {
    return AGAIN.contains(state(failure));
  }

  /// Returns the exception of an operation without effect.
  ///
  /// @param what the failed operation, for example `state/x cannot be read`
  public static StoreException refused(
      String what, @Nullable CheckpointId id, long patienceMillis, SQLException failure) {
    var state = state(failure);
    if (state.equals(LOCK_NOT_AVAILABLE) && id != null) {
      return new BusyException(id, patienceMillis);
    }
    if (state.equals(FORBIDDEN)) {
      return new ForbiddenException(what + ": " + reason(failure), SqlHints.RIGHTS);
    }
    if (ABSENT.contains(state)) {
      return new ForbiddenException(
          what + ": the database does not have our tables", SqlHints.TABLES);
    }
    return new StoreUnavailableException(
        what + ": " + reason(failure), failure, SqlHints.of(failure));
  }

  /// Returns the first line of the database's or the driver's message.
  public static String reason(SQLException failure) {
    var message = String.valueOf(failure.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  /// Returns the SQLState; empty if there is none.
  static String state(SQLException failure) {
    var state = failure.getSQLState();
    return state == null ? "" : state;
  }
}
