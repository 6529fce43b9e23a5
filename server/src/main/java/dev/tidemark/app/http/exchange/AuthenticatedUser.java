package dev.tidemark.app.http.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Authenticated user.
///
/// @param name the name in histories
/// @param scopes the permissions
/// @param loggedIn whether they came through the login of a page, and so are a person; else a
///   program sent the token along
public record AuthenticatedUser(String name, Set<Scope> scopes, boolean loggedIn) {
  /// Takes its own copy.
  public AuthenticatedUser {
    scopes = Set.copyOf(scopes);
  }

  /// Returns whether they may do that.
  public boolean hasScope(Scope scope) {
    return scopes.contains(scope);
  }

  AuthenticatedUser atLogin() {
    return new AuthenticatedUser(name, scopes, true);
  }

  public List<String> words() {
    var words = new ArrayList<String>();
    for (var scope : Scope.values()) {
      if (scopes.contains(scope)) {
        words.add(scope.word());
      }
    }
    return words;
  }
}
