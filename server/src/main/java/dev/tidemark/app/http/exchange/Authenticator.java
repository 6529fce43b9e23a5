package dev.tidemark.app.http.exchange;

import dev.tidemark.app.view.ProblemView;
import dev.tidemark.security.SecretToken;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Authentication of requests, with protection against CSRF and DNS rebinding.
///
/// A cookie counts only for requests of the server's own pages (protection against CSRF): browsers
/// send it with requests of any page, but with the origin.
public final class Authenticator {
  private static final int REFUSED = 1;
  private static final String BEARER = "bearer ";

  private final TokenLookup tokenLookup;
  private final LoginSessions loginSessions;
  private final RateLimiter logins;
  private final BoundServer place;
  private final Set<String> hosts;
  private final String cookie;
  private final String attributes;
  private final @Nullable ProxyUsers proxyUsers;

  public Authenticator(TokenLookup tokenLookup, BoundServer place, ServerLog serverLog) {
    this(tokenLookup, place, serverLog, new LoginSessions(), new RateLimiter(0.2, 10));
  }

  /// Returns an authenticator of the same server with other tokens: a login counts wherever its
  /// token is known.
  public Authenticator withTokens(TokenLookup others, BoundServer place, ServerLog serverLog) {
    return new Authenticator(others, place, serverLog, loginSessions, logins);
  }

  private Authenticator(
      TokenLookup tokenLookup,
      BoundServer place,
      ServerLog serverLog,
      LoginSessions loginSessions,
      RateLimiter logins) {
    this.tokenLookup = tokenLookup;
    this.loginSessions = loginSessions;
    this.logins = logins;
    this.place = place;
    this.hosts = Set.copyOf(place.names());
    // Cookies are shared between ports.
    this.cookie = "tidemark-" + place.port();
    var secure = place.site().isSecure() ? "; Secure" : "";
    this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + secure;
    var proxyHeader = place.site().proxyHeader();
    this.proxyUsers =
        proxyHeader == null ? null : new ProxyUsers(proxyHeader, tokenLookup, serverLog);
  }

  /// Rejects requests with a foreign `Host` or `Origin`.
  ///
  /// @throws HttpRejection if so
  public void check(Exchange exchange) {
    framing(exchange);
    var all = exchange.headers("Host");
    var host = all.size() == 1 ? all.getFirst().toLowerCase(Locale.ROOT) : "";
    if (!hosts.contains(host)) {
      throw rejection(
          421, "host", "this server is not called that", "Use the address it was started with.");
    }
    for (var origin : exchange.headers("Origin")) {
      if (!place.isOwn(origin, host)) {
        throw foreign();
      }
    }
    var site = exchange.header("Sec-Fetch-Site");
    boolean changes = !exchange.method().equals("GET") && !exchange.method().equals("HEAD");
    if (changes && site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw foreign();
    }
  }

  /// A request that a proxy may read in another way than we do is not answered.
  private static void framing(Exchange exchange) {
    var protocol = exchange.protocol();
    if (!protocol.equals("HTTP/1.1") && !protocol.equals("HTTP/1.0")) {
      throw rejection(505, "protocol", "this is no HTTP/1.1", "Send HTTP/1.1.");
    }
    var lengths = exchange.headers("Content-Length");
    boolean plain = lengths.size() < 2;
    for (var length : lengths) {
      plain &= !length.isEmpty();
      for (int i = 0; i < length.length(); i++) {
        plain &= length.charAt(i) >= '0' && length.charAt(i) <= '9';
      }
    }
    if (!plain || (!lengths.isEmpty() && !exchange.headers("Transfer-Encoding").isEmpty())) {
      throw Exchange.bad("the length of the body is not clear");
    }
  }

  private static HttpRejection foreign() {
    return rejection(403, "origin", "cross-origin request refused", "Send it from the dashboard.");
  }

  /// Returns the user of a request with the required scope.
  ///
  /// @throws HttpRejection if the request is unauthenticated, or its scopes are insufficient
  public AuthenticatedUser user(Exchange exchange, Scope scope) {
    var authenticatedUser = user(exchange);
    if (authenticatedUser == null) {
      exchange.setHeader("WWW-Authenticate", "Bearer realm=\"tidemark\"");
      throw rejection(
          401,
          "not-logged-in",
          "authentication required",
          "Log in, or send the header Authorization: Bearer TOKEN.");
    }
    require(authenticatedUser, scope);
    return authenticatedUser;
  }

  /// Requires a scope of an authenticated user.
  ///
  /// @throws HttpRejection if they do not have it
  public static void require(AuthenticatedUser authenticatedUser, Scope scope) {
    if (!authenticatedUser.hasScope(scope)) {
      throw rejection(
          403,
          "scope",
          authenticatedUser.name() + " has no right to " + scope.word() + " here",
          "Ask for a token that has: tidemark serve token add NAME --scope " + scope.word());
    }
  }

  /// Returns the rejection of an approval without a login.
  public static HttpRejection noLogin() {
    return rejection(
        403,
        "login",
        "only a user who has logged in on a page approves; a token in a request does not",
        "Open the dashboard and approve there.");
  }

  /// Returns whether a request would still be answered: its token may have been removed since.
  public boolean isStillAuthorized(Exchange exchange, Scope scope) {
    var authenticatedUser = user(exchange);
    return authenticatedUser != null && authenticatedUser.hasScope(scope);
  }

  private @Nullable AuthenticatedUser user(Exchange exchange) {
    var header = exchange.header("Authorization");
    if (header != null) {
      boolean bears = header.regionMatches(true, 0, BEARER, 0, BEARER.length());
      return bears
          ? tokenLookup.find(SecretToken.hash(header.substring(BEARER.length()).strip()))
          : null;
    }
    var value = cookie(exchange);
    var hash = value == null ? null : loginSessions.find(value, System.nanoTime());
    var authenticatedUser = hash == null ? null : tokenLookup.find(hash);
    if (authenticatedUser == null && proxyUsers != null) {
      authenticatedUser = proxyUsers.find(exchange);
    }
    boolean changes = !exchange.method().equals("GET") && !exchange.method().equals("HEAD");
    if (authenticatedUser != null && changes && exchange.headers("Origin").isEmpty()) {
      throw foreign();
    }
    return authenticatedUser == null ? null : authenticatedUser.atLogin();
  }

  private @Nullable String cookie(Exchange exchange) {
    for (var header : exchange.headers("Cookie")) {
      for (var pair : header.split(";", -1)) {
        var text = pair.strip();
        if (text.startsWith(cookie + "=")) {
          return text.substring(cookie.length() + 1);
        }
      }
    }
    return null;
  }

  /// Logs a person in by a token. The rate limit counts failures only: all processes of a machine
  /// share an address, and a flood of wrong tokens must not keep the right one out. A token has too
  /// many random bits to be found by tries, however many there are.
  ///
  /// @throws HttpRejection if the token is unknown
  public AuthenticatedUser login(Exchange exchange, @Nullable String token) {
    var hash = token == null ? "" : SecretToken.hash(token.strip());
    var authenticatedUser = tokenLookup.find(hash);
    if (authenticatedUser == null && !logins.take(exchange.remote(), System.nanoTime())) {
      exchange.setHeader("Retry-After", "60");
      throw rejection(429, "too-many", "too many tries to log in", "Wait a minute.");
    }
    if (authenticatedUser == null) {
      throw rejection(
          401, "wrong-token", "unknown token", "Use the token that `tidemark serve` printed.");
    }
    exchange.setHeader(
        "Set-Cookie", cookie + "=" + loginSessions.begin(hash, System.nanoTime()) + attributes);
    return authenticatedUser.atLogin();
  }

  public void logout(Exchange exchange) {
    var value = cookie(exchange);
    if (value != null) {
      loginSessions.end(value);
    }
    exchange.setHeader("Set-Cookie", cookie + "=; Max-Age=0" + attributes);
  }

  public static HttpRejection rejection(int status, String code, String message, String hint) {
    return new HttpRejection(status, new ProblemView(REFUSED, code, message, hint));
  }
}
