package dev.tidemark.app.command;

import dev.tidemark.app.settings.Keys;
import dev.tidemark.integrations.http.Caller;
import dev.tidemark.integrations.linear.Linear;
import org.jspecify.annotations.Nullable;

/// The services outside. Nothing of the network is loaded before one of them is asked for, and
/// where they are is never the project's to say: it would learn the user's keys.
final class Outside implements AutoCloseable {
  static final String LINEAR_KEY = "LINEAR_API_KEY";
  private static final String LINEAR_ADDRESS = "TIDEMARK_LINEAR_URL";

  private final Session session;
  private final Keys keys;
  private @Nullable Caller caller;

  Outside(Session session) {
    this.session = session;
    this.keys = new Keys(session.project().root(), session.place().environment());
  }

  /// Returns a key or an address; null if nobody has said it.
  @Nullable String key(String name) {
    var key = keys.find(name);
    if (key == null) {
      session.tell(keys.notices());
    }
    return key;
  }

  /// Returns Linear; null where there is no key for it.
  @Nullable Linear linear() {
    var key = key(LINEAR_KEY);
    return key == null ? null : new Linear(caller(), address(LINEAR_ADDRESS, Linear.BASE), key);
  }

  private String address(String variable, String usual) {
    var said = session.place().environment().get(variable);
    return said == null || said.isBlank() ? usual : said;
  }

  private Caller caller() {
    var known = caller;
    if (known == null) {
      known = new Caller();
      caller = known;
    }
    return known;
  }

  @Override
  public void close() {
    if (caller != null) {
      caller.close();
    }
  }
}
