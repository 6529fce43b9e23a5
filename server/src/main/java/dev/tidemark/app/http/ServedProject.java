package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.TokenLookup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Project of a server.
///
/// @param name its name in addresses; empty for the only one, which is at the root
/// @param commandGateway executes its commands
/// @param tokenLookup knows its tokens
public record ServedProject(String name, CommandGateway commandGateway, TokenLookup tokenLookup) {
  /// Returns the lookup of the page of all projects: a token of one of them is enough to log in.
  static TokenLookup any(List<ServedProject> served) {
    return new TokenLookup() {
      @Override
      public @Nullable AuthenticatedUser find(String hash) {
        for (var project : served) {
          var user = project.tokenLookup().find(hash);
          if (user != null) {
            return user;
          }
        }
        return null;
      }

      @Override
      public @Nullable AuthenticatedUser named(String name) {
        for (var project : served) {
          var user = project.tokenLookup().named(name);
          if (user != null) {
            return user;
          }
        }
        return null;
      }
    };
  }
}
