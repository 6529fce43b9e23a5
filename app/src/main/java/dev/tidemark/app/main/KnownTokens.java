package dev.tidemark.app.main;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.http.exchange.TokenLookup;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Token registry of a server: the token printed at its start, and those stored in its project.
/// Additions and revocations take effect with the next request.
final class KnownTokens implements TokenLookup {
  private final TokenFile file;
  private final String own;
  private final AuthenticatedUser starter;
  private String stamp = "";
  private Map<String, AuthenticatedUser> kept = Map.of();

  /// @param own the hash of the token that was shown
  /// @param starter the user of the printed token
  KnownTokens(TokenFile file, String own, AuthenticatedUser starter) {
    this.file = file;
    this.own = own;
    this.starter = starter;
  }

  @Override
  public synchronized @Nullable AuthenticatedUser find(String hash) {
    return hash.equals(own) ? starter : current().get(hash);
  }

  @Override
  public synchronized @Nullable AuthenticatedUser named(String name) {
    for (var user : current().values()) {
      if (user.name().equals(name)) {
        return user;
      }
    }
    return null;
  }

  private Map<String, AuthenticatedUser> current() {
    try {
      var now = stamp();
      if (!now.equals(stamp)) {
        kept = read();
        stamp = now;
      }
    } catch (IOException | SettingsException illegible) {
      // An unavailable user lookup gives no rights.
      kept = Map.of();
      stamp = "";
    }
    return kept;
  }

  private String stamp() throws IOException {
    if (!Files.exists(file.path())) {
      return "-";
    }
    var known = Files.readAttributes(file.path(), BasicFileAttributes.class);
    return known.fileKey() + " " + known.size() + " " + known.lastModifiedTime();
  }

  /// A server that no person has started grants no approval to anyone.
  private boolean approving() {
    return starter.scopes().contains(Scope.APPROVE);
  }

  private Map<String, AuthenticatedUser> read() throws IOException {
    var users = new HashMap<String, AuthenticatedUser>();
    for (var entry : file.read()) {
      var scopes = EnumSet.noneOf(Scope.class);
      for (var word : entry.scopes()) {
        var scope = Scope.of(word);
        if (scope != null && (scope != Scope.APPROVE || approving())) {
          scopes.add(scope);
        }
      }
      users.put(entry.hash(), new AuthenticatedUser(entry.name(), scopes, false));
    }
    return users;
  }
}
