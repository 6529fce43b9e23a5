package dev.tidemark.app.mcp;

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
      the decisions: what is not recorded is lost with the context. A refusal names every \
      blocker and how to clear it. Only the user can approve.\
      """;

  private final String release;
  private volatile @Nullable Caller session;

  Handshake(String release) {
    this.release = release;
  }

  /// Returns the result of `initialize`, and begins the session.
  ///
  /// @throws Fault if the requested revision is missing
  JsonObject initialize(JsonObject params) {
    var word = params.string("protocolVersion");
    if (word == null) {
      throw Fault.params("the member protocolVersion must be a string");
    }
    var known = Version.of(word);
    var version = known == null || known.isModern() ? Version.NEWEST_OF_SESSIONS : known;
    session = Caller.of(version, params.object("capabilities"), params.object("clientInfo"));
    return JsonObject.builder()
        .add("protocolVersion", version.word())
        .add("capabilities", capabilities())
        .add("serverInfo", info())
        .add("instructions", INSTRUCTIONS)
        .build();
  }

  /// Returns the result of `server/discover`.
  JsonObject discover() {
    return JsonObject.builder()
        .add("supportedVersions", JsonArray.ofStrings(Version.modern()))
        .add("capabilities", capabilities())
        .add("instructions", INSTRUCTIONS)
        .build();
  }

  /// Returns the client info of a request.
  ///
  /// @throws Fault if the protocol revision is unknown
  Caller caller(Message.Request request) {
    if (Caller.isModern(request.params())) {
      return Caller.modern(request.params());
    }
    var known = session;
    if (known != null && !Methods.isModernOnly(request.method())) {
      return known;
    }
    if (request.method().equals("ping")) {
      return Caller.of(Version.NEWEST_OF_SESSIONS, null, null);
    }
    if (!Methods.knows(request.method())) {
      throw Methods.unknown(request.method());
    }
    throw Fault.params(
        request.method() + " outside of a session needs " + Caller.PROTOCOL_VERSION + " in _meta");
  }

  /// Returns the revision of the session; null if there is none.
  @Nullable Version version() {
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
