package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.ProtocolRevision;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Client info: the identity and capabilities of the client.
///
/// @param version the protocol revision of the client
/// @param asks whether the client supports elicitation
/// @param name the client's name; empty if it is missing
/// @param release its version; empty if it is missing
public record ClientInfo(ProtocolRevision version, boolean asks, String name, String release) {

  static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

  static ClientInfo of(
      ProtocolRevision protocolRevision,
      @Nullable JsonObject capabilities,
      @Nullable JsonObject implementation) {
    var info = implementation == null ? JsonObject.EMPTY : implementation;
    var name = info.string("name");
    var release = info.string("version");
    return new ClientInfo(
        protocolRevision,
        protocolRevision.hasElicitation() && capabilities != null && hasForms(capabilities),
        name == null ? "" : name,
        release == null ? "" : release);
  }

  /// An elicitation that names no mode means forms.
  private static boolean hasForms(JsonObject capabilities) {
    var elicitation = capabilities.object("elicitation");
    return elicitation != null && (!elicitation.has("url") || elicitation.has("form"));
  }

  /// Returns whether a request carries its own protocol revision.
  static boolean isModern(JsonObject params) {
    var meta = params.object("_meta");
    return meta != null && (meta.has(PROTOCOL_VERSION) || meta.has(CLIENT_CAPABILITIES));
  }

  /// Returns the client info of a request that carries it.
  ///
  /// @throws RpcError if a required field is missing, or the revision is unsupported
  static ClientInfo modern(JsonObject params) {
    var meta = params.object("_meta");
    var word = meta == null ? null : meta.string(PROTOCOL_VERSION);
    if (meta == null || word == null) {
      throw RpcError.params("_meta lacks " + PROTOCOL_VERSION + ", a string");
    }
    var protocolRevision = ProtocolRevision.of(word);
    if (protocolRevision == null || !protocolRevision.isModern()) {
      throw new RpcError(
          RpcError.UNSUPPORTED_VERSION,
          "requests of protocol version " + word + " are not supported",
          JsonObject.builder()
              .add("supported", ProtocolRevision.modern())
              .add("requested", word)
              .build());
    }
    var capabilities = meta.object(CLIENT_CAPABILITIES);
    if (capabilities == null) {
      throw RpcError.params("_meta lacks " + CLIENT_CAPABILITIES + ", an object");
    }
    return of(protocolRevision, capabilities, meta.object(CLIENT_INFO));
  }
}
