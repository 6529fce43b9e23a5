package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.ProtocolRevision;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// MCP handshake: negotiates revision and capabilities, in either era of the protocol.
final class Handshake {
  /// Part of every session's context, so short.
  private static final String INSTRUCTIONS =
      """
      Tidemark keeps the progress of multi-phase work in this project, across sessions and crashes.
      Unless the session was given the brief already, begin with tidemark_resume. Enter a phase \
      before working on it and record it as done as soon as it is, with a summary, the files and \
      the decisions: anything not recorded is lost with the context. A refusal lists every \
      blocker and how to clear it. Only the user can approve.\
      """;

  private final String release;
  private volatile @Nullable ClientInfo session;

  Handshake(String release) {
    this.release = release;
  }

  /// Returns the result of `initialize`, and begins the session.
  ///
  /// @throws RpcError if the requested revision is missing
  JsonObject initialize(JsonObject params) {
    var word = params.string("protocolVersion");
    if (word == null) {
      throw RpcError.params("the member protocolVersion must be a string");
    }
    var known = ProtocolRevision.of(word);
    var protocolRevision =
        known == null || known.isModern() ? ProtocolRevision.NEWEST_OF_SESSIONS : known;
    session =
        ClientInfo.of(protocolRevision, params.object("capabilities"), params.object("clientInfo"));
    return JsonObject.builder()
        .add("protocolVersion", protocolRevision.word())
        .add("capabilities", capabilities())
        .add("serverInfo", info())
        .add("instructions", INSTRUCTIONS)
        .build();
  }

  /// Returns the result of `server/discover`.
  JsonObject discover() {
    return JsonObject.builder()
        .add("supportedVersions", JsonArray.ofStrings(ProtocolRevision.modern()))
        .add("capabilities", capabilities())
        .add("instructions", INSTRUCTIONS)
        .build();
  }

  /// Returns the client info of a request.
  ///
  /// @throws RpcError if the protocol revision is unknown
  ClientInfo caller(RpcMessage.Request request) {
    if (ClientInfo.isModern(request.params())) {
      return ClientInfo.modern(request.params());
    }
    var known = session;
    if (known != null && !McpMethods.isModernOnly(request.method())) {
      return known;
    }
    if (request.method().equals("ping")) {
      return ClientInfo.of(ProtocolRevision.NEWEST_OF_SESSIONS, null, null);
    }
    if (!McpMethods.isMethod(request.method())) {
      throw McpMethods.unknown(request.method());
    }
    throw RpcError.params(
        request.method()
            + " outside of a session needs "
            + ClientInfo.PROTOCOL_VERSION
            + " in _meta");
  }

  /// Returns the revision of the session; null if there is none.
  @Nullable ProtocolRevision version() {
    var known = session;
    return known == null ? null : known.version();
  }

  /// Returns the server info.
  JsonObject info() {
    return JsonObject.builder()
        .add("name", "tidemark")
        .add("title", "Tidemark")
        .add("version", release)
        .build();
  }

  private static JsonObject capabilities() {
    return JsonObject.builder()
        .add("tools", JsonObject.EMPTY)
        .add("resources", JsonObject.EMPTY)
        .add("prompts", JsonObject.EMPTY)
        .build();
  }
}
