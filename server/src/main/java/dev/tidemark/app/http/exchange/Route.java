package dev.tidemark.app.http.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Route: method, path and required scope.
///
/// @param method the method
/// @param template the path; a part in braces stands for any text
/// @param scope the required scope; absent without authentication
/// @param handler answers
public record Route(String method, String template, @Nullable Scope scope, Handler handler) {
  /// Handler of a route.
  @FunctionalInterface
  public interface Handler {
    /// Answers a request.
    ///
    /// @param texts the values of the path parameters, in order
    /// @throws HttpRejection if there is no answer
    /// @throws IOException if the other end is gone
    void handle(Exchange exchange, List<String> texts) throws IOException;
  }

  /// Returns the values of the path parameters; null if the path does not match.
  @Nullable
  public List<String> match(List<String> path) {
    var parts = template.substring(1).split("/", -1);
    if (parts.length != path.size()) {
      return null;
    }
    var texts = new ArrayList<String>();
    for (int i = 0; i < parts.length; i++) {
      var given = path.get(i);
      if (parts[i].startsWith("{") && !given.isEmpty()) {
        texts.add(given);
      } else if (!parts[i].equals(given)) {
        return null;
      }
    }
    return texts;
  }
}
