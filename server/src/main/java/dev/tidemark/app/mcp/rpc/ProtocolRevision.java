package dev.tidemark.app.mcp.rpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Supported MCP revisions, oldest first.
///
/// There are two eras. In the older ones a session begins with `initialize`, which settles the
/// revision for the life of the process. In the modern one there is no session: every request
/// carries its revision and the capabilities of the client.
public enum ProtocolRevision {
  V2024_11_05("2024-11-05"),
  V2025_03_26("2025-03-26"),
  V2025_06_18("2025-06-18"),
  V2025_11_25("2025-11-25"),
  V2026_07_28("2026-07-28");

  /// The revision of a session whose requested revision is unknown.
  public static final ProtocolRevision NEWEST_OF_SESSIONS = V2025_11_25;

  private final String word;

  ProtocolRevision(String word) {
    this.word = word;
  }

  /// Returns how the protocol writes it.
  public String word() {
    return word;
  }

  /// Returns whether there are no sessions.
  public boolean isModern() {
    return this == V2026_07_28;
  }

  /// Returns whether several messages may come in one array: only one revision ever had that.
  public boolean hasBatches() {
    return this == V2025_03_26;
  }

  /// Returns whether the user can be asked something.
  public boolean hasElicitation() {
    return compareTo(V2025_06_18) >= 0;
  }

  /// Returns the code for a resource that does not exist.
  public int resourceNotFound() {
    return isModern() ? RpcError.INVALID_PARAMS : RpcError.RESOURCE_NOT_FOUND;
  }

  /// Returns the revision of that name; null if it is unsupported.
  public static @Nullable ProtocolRevision of(@Nullable String word) {
    for (var protocolRevision : values()) {
      if (protocolRevision.word.equals(word)) {
        return protocolRevision;
      }
    }
    return null;
  }

  /// Returns those that a request can carry, newest first.
  public static List<String> modern() {
    var words = new ArrayList<String>();
    for (int i = values().length - 1; i >= 0; i--) {
      if (values()[i].isModern()) {
        words.add(values()[i].word);
      }
    }
    return words;
  }
}
