package dev.tidemark.stores.postgres.connection;

import dev.tidemark.store.StoreException.ForbiddenException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Connection address of a PostgreSQL store, with its schema:
/// `postgresql://user@host:5432/database?schema=shop&sslmode=verify-full`.
///
/// One schema holds one project. Only the parameters runKey here are passed on to the driver: some
/// of its others load classes or write files, which a checked-in setting must not be able to.
public final class StoreAddress {
  private static final String DEFAULT_SCHEMA = "tidemark";
  private static final int DEFAULT_PORT = 5432;
  private static final Set<String> TLS = Set.of("sslmode", "sslrootcert", "sslcert", "sslkey");

  /// The modes of the driver, from the weakest.
  private static final List<String> MODES =
      List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

  private static final String STRONGEST = "verify-full";
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private final String host;
  private final int port;
  private final String database;
  private final String schema;
  private final String user;
  private final @Nullable String password;
  private final Map<String, String> parameters;

  private StoreAddress(URI uri, Map<String, String> environment) {
    var name = uri.getPath();
    this.host = uri.getHost();
    this.port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    this.database = name.substring(1);
    this.parameters = parameters(uri.getRawQuery());
    var part = parameters.remove("schema");
    this.schema = part == null ? DEFAULT_SCHEMA : part;
    var info = uri.getRawUserInfo();
    int colon = info == null ? -1 : info.indexOf(':');
    this.user =
        info == null
            ? environment.getOrDefault("PGUSER", "")
            : decoded(colon < 0 ? info : info.substring(0, colon));
    this.password =
        info == null || colon < 0
            ? environment.get("PGPASSWORD")
            : decoded(info.substring(colon + 1));
  }

  /// Returns whether a setting names a PostgreSQL, rightly or not.
  public static boolean isPostgres(String setting) {
    return setting.startsWith("postgresql:") || setting.startsWith("postgres:");
  }

  /// Reads an address.
  ///
  /// @param environment where `PGUSER` and `PGPASSWORD` are looked for; a password may also be in
  ///   the driver's usual `.pgpass`
  /// @throws ForbiddenException if it is malformed, or has an unsupported option
  public static StoreAddress of(String setting, Map<String, String> environment) {
    var address = new StoreAddress(uri(setting), environment);
    if (!SCHEMA.matcher(address.schema).matches()) {
      throw invalid("a schema is called by small letters, digits and _");
    }
    for (var parameter : address.parameters.keySet()) {
      if (!TLS.contains(parameter) && !parameter.equals("prepare")) {
        throw invalid(
            "`"
                + parameter
                + "` is none of schema, prepare, sslmode, sslrootcert, sslcert,"
                + " sslkey");
      }
    }
    return address;
  }

  private static URI uri(String setting) {
    try {
      var uri = new URI(setting);
      var path = uri.getPath();
      if (!isPostgres(setting) || uri.getHost() == null || path == null || path.length() < 2) {
        throw invalid("it has to be postgresql://HOST/DATABASE");
      }
      return uri;
    } catch (URISyntaxException damaged) {
      // Its message would repeat a password.
      throw invalid("it cannot be read as an address");
    }
  }

  private static ForbiddenException invalid(String why) {
    return new ForbiddenException(
        "the address of the store is wrong: " + why,
        "Write `store: postgresql://HOST:PORT/DATABASE?schema=NAME`; see"
            + " `tidemark help postgres`.");
  }

  private static Map<String, String> parameters(@Nullable String query) {
    var parameters = new TreeMap<String, String>();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    for (var pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      var key = equals < 0 ? pair : pair.substring(0, equals);
      parameters.put(decoded(key), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException damaged) {
      throw invalid("a % in it is not followed by two digits");
    }
  }

  /// Checks that a file of a project does not weaken TLS beyond the user's `PGSSLMODE`, or beyond
  /// `verify-full` without it. Addresses of this machine are exempt.
  ///
  /// @throws ForbiddenException if it does
  public void requireTls(Map<String, String> environment) {
    var mode = parameters.getOrDefault("sslmode", STRONGEST);
    int allowed = MODES.indexOf(environment.getOrDefault("PGSSLMODE", STRONGEST));
    int least = allowed < 0 ? MODES.size() - 1 : allowed;
    if (!isLocal() && MODES.indexOf(mode) < least) {
      throw new ForbiddenException(
          "the project sets sslmode=" + mode + " for the store at " + host,
          "Set sslmode=" + MODES.get(least) + " there, or allow it: export PGSSLMODE=" + mode);
    }
  }

  /// Returns the schema.
  public String schema() {
    return schema;
  }

  /// Returns whether the address itself holds a password, which no file of a project should.
  public static boolean holdsPassword(String setting) {
    var info = uri(setting).getRawUserInfo();
    return info != null && info.indexOf(':') >= 0;
  }

  /// Returns whether the address or `PGPASSWORD` has a password; `.pgpass` is read by the driver.
  boolean hasPassword() {
    return password != null;
  }

  /// Returns the URL of the driver.
  String url() {
    var name = host.startsWith("[") || host.indexOf(':') < 0 ? host : "[" + host + "]";
    return "jdbc:postgresql://" + name + ":" + port + "/" + encoded(database);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// Returns the driver's properties beside the URL.
  ///
  /// @param patienceMillis how long a statement waits for the lock of a run
  Properties properties(long patienceMillis) {
    var all = new Properties();
    if (!user.isEmpty()) {
      all.setProperty("user", user);
    }
    if (password != null) {
      all.setProperty("password", password);
    }
    all.setProperty("currentSchema", schema);
    all.setProperty("ApplicationName", "tidemark");
    all.setProperty("assumeMinServerVersion", "12");
    all.setProperty("connectTimeout", "5");
    all.setProperty("loginTimeout", "10");
    all.setProperty("socketTimeout", "40");
    all.setProperty("tcpKeepAlive", "true");
    // A statement that is cut off must not hold the lock of a run for long.
    all.setProperty(
        "options",
        "-c lock_timeout="
            + patienceMillis
            + " -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000");
    if ("off".equals(parameters.get("prepare"))) {
      all.setProperty("prepareThreshold", "0");
    }
    all.setProperty("sslmode", isLocal() ? "prefer" : STRONGEST);
    for (var parameter : TLS) {
      var value = parameters.get(parameter);
      if (value != null) {
        all.setProperty(parameter, value);
      }
    }
    return all;
  }

  /// Names are not resolved: with a host name, the identity of the machine must be verified.
  private boolean isLocal() {
    return host.equals("localhost")
        || host.equals("[::1]")
        || isLoopback(host)
        || InetAddress.getLoopbackAddress().getHostAddress().equals(host);
  }

  /// A name such as 127.example.org is no address.
  private static boolean isLoopback(String host) {
    boolean digits = host.startsWith("127.");
    for (int i = 0; digits && i < host.length(); i++) {
      char c = host.charAt(i);
      digits = c == '.' || (c >= '0' && c <= '9');
    }
    return digits;
  }

  /// Returns the address without user and password.
  @Override
  public String toString() {
    return "postgresql://" + host + ":" + port + "/" + database + "?schema=" + schema;
  }
}
