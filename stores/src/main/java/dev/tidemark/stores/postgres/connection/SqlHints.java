package dev.tidemark.stores.postgres.connection;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Remedies for database errors, one per cause. The cause is the SQLState of the server or the type
/// of the exception below that of the driver, never the text of a message, which is translated.
public final class SqlHints {
  static final String RIGHTS =
      "Let an administrator of the database GRANT the role that this needs; see"
          + " `tidemark help postgres`.";
  static final String TABLES =
      "Let an administrator of the database run the SQL that `tidemark store sql` prints.";
  static final String AGAIN = "Run the command again; if it fails again, look at the server's log.";

  public static final String ARCHIVES = "List those that are there: tidemark archive list";

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
      "Check the address that `tidemark config get store` prints, and the server's log.";

  private SqlHints() {}

  /// Returns the remedy where no connection could be opened.
  ///
  /// @param password whether a password was known, other than from `.pgpass`
  static String ofConnecting(SQLException failure, boolean password) {
    return switch (SqlErrors.state(failure)) {
      // The driver refuses to go on: without a password, or without the TLS that sslmode requires.
      case "08004" -> password ? NO_TLS : NO_PASSWORD;
      case "42501" -> CONNECT;
      default -> of(failure);
    };
  }

  /// Returns the remedy for a failure of the database.
  public static String of(SQLException failure) {
    return switch (SqlErrors.state(failure)) {
      case "28P01" -> WRONG_PASSWORD;
      case "28000" -> NOT_ADMITTED;
      case "3D000" -> DATABASE;
      case "42501" -> RIGHTS;
      case "53100" -> SPACE;
      case "53300" -> CONNECTIONS;
      case "57P03" -> STARTING;
      case "57014", "55P03", "40001", "40P01", "57P01", "57P02", "57P05", "25P03" -> AGAIN;
      default -> ofCause(failure);
    };
  }

  private static String ofCause(SQLException failure) {
    for (@Nullable Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      switch (cause) {
        case UnknownHostException _ -> {
          return HOST;
        }
        case SocketTimeoutException _ -> {
          return UNREACHABLE;
        }
        case NoRouteToHostException _ -> {
          return UNREACHABLE;
        }
        case ConnectException _ -> {
          return PORT;
        }
        case SSLException _ -> {
          return TLS;
        }
        default -> {}
      }
    }
    return OTHER;
  }
}
