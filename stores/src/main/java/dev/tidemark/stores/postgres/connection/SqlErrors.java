package dev.tidemark.stores.postgres.connection;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Maps SQL errors to store exceptions, with a hint for each cause. The cause is the SQLState of
/// the server or the type of the exception below that of the driver, never the text of a message,
/// which is translated.
public final class SqlErrors {
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String FORBIDDEN = "42501";
  private static final Set<String> ABSENT = Set.of("42P01", "3F000", "42703");
  private static final Set<String> CONFLICT = Set.of("40001", "40P01");
  private static final Set<String> SHUT = Set.of("57P01", "57P02", "57P03", "57P05", "25P03");

  private static final String RIGHTS =
      "Let an administrator of the database GRANT the role that this needs; see"
          + " `tidemark help postgres`.";

  private static final String TABLES =
      "Let an administrator of the database run the SQL that `tidemark store move --sql` prints.";

  static final String AGAIN = "Run the command again; if it fails again, look at the server's log.";
  public static final String ARCHIVES = "List those that are there: tidemark list --archived";

  private static final String NO_PASSWORD =
      "Set PGPASSWORD, or add the password to ~/.pgpass; the address must not hold it.";

  private static final String WRONG_PASSWORD =
      "Correct the password in PGPASSWORD or ~/.pgpass, or the user in the address.";

  private static final String NOT_ADMITTED =
      "Correct the user in the address or in PGUSER, or let an administrator admit this machine"
          + " in pg_hba.conf.";

  private static final String DATABASE =
      "Correct the name of the database in the address, or create it with `createdb`.";

  private static final String CONNECT =
      "Let an administrator run GRANT CONNECT ON DATABASE for this user.";

  private static final String HOST =
      "Correct the host in the address; the name server cannot resolve it.";

  private static final String PORT =
      "Start PostgreSQL there, or correct the host and the port in the address.";

  private static final String UNREACHABLE =
      "Correct the host and the port in the address, or open the way to it: no server answers.";

  private static final String TLS =
      "Check the server's certificate against sslmode and sslrootcert in the address; see"
          + " `tidemark help postgres`.";

  private static final String NO_TLS =
      "Turn TLS on at the server or, in a network that you trust, set sslmode in the address; see"
          + " `tidemark help postgres`.";

  private static final String CONNECTIONS =
      "Run the command again when other clients have disconnected, or raise max_connections.";

  private static final String STARTING = "Run the command again when the server has started.";
  private static final String SPACE = "Free disk space on the database server.";

  private static final String OTHER =
      "Check the address that `tidemark config store` prints, and the server's log.";

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
    return CONFLICT.contains(state(failure));
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
      return new ForbiddenException(what + ": " + reason(failure), RIGHTS);
    }
    if (ABSENT.contains(state)) {
      return new ForbiddenException(what + ": the database does not have our tables", TABLES);
    }
    return new StoreUnavailableException(what + ": " + reason(failure), failure, hint(failure));
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

  /// Returns the remedy where no connection could be opened.
  ///
  /// @param password whether a password was known, other than from `.pgpass`
  static String connectionHint(SQLException failure, boolean password) {
    return switch (state(failure)) {
      // The driver refuses to go on: without a password, or without the TLS that sslmode requires.
      case "08004" -> password ? NO_TLS : NO_PASSWORD;
      case "42501" -> CONNECT;
      default -> hint(failure);
    };
  }

  /// Returns the remedy for a failure of the database.
  public static String hint(SQLException failure) {
    return switch (state(failure)) {
      case "28P01" -> WRONG_PASSWORD;
      case "28000" -> NOT_ADMITTED;
      case "3D000" -> DATABASE;
      case "42501" -> RIGHTS;
      case "53100" -> SPACE;
      case "53300" -> CONNECTIONS;
      case "57P03" -> STARTING;
      case "57014", "55P03", "40001", "40P01", "57P01", "57P02", "57P05", "25P03" -> AGAIN;
      default -> causeHint(failure);
    };
  }

  private static String causeHint(SQLException failure) {
    for (@Nullable Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      switch (cause) {
        case UnknownHostException host -> {
          return HOST;
        }
        case SocketTimeoutException timeout -> {
          return UNREACHABLE;
        }
        case NoRouteToHostException route -> {
          return UNREACHABLE;
        }
        case ConnectException refused -> {
          return PORT;
        }
        case SSLException tls -> {
          return TLS;
        }
        default -> {}
      }
    }
    return OTHER;
  }
}
