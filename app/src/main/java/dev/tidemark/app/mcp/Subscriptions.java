package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.MessageWriter;
import dev.tidemark.app.mcp.rpc.PendingRequests;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.Rpc;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage.Request;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Subscriptions to change notifications of clients without a session. The subscribed lists never
/// change while the server runs, so the client gets the acknowledgement, and a response when the
/// server ends.
final class Subscriptions {
  private static final String ID = "io.modelcontextprotocol/subscriptionId";

  private final MessageWriter messageWriter;
  private final PendingRequests pendingRequests;
  private final List<Json> open = new ArrayList<>();

  Subscriptions(MessageWriter messageWriter, PendingRequests pendingRequests) {
    this.messageWriter = messageWriter;
    this.pendingRequests = pendingRequests;
  }

  /// Accepts a request, which stays open until it is cancelled or the server ends.
  ///
  /// @throws RpcError if the subscribed kinds are missing
  synchronized void listen(Request request, Flight flight) {
    var id = request.id();
    open.add(id);
    flight.whenCancelled(() -> close(id));
    var params =
        JsonObject.builder().add("_meta", meta(id)).add("notifications", JsonObject.EMPTY).build();
    messageWriter.send(Rpc.notification("notifications/subscriptions/acknowledged", params));
  }

  /// Answers those that are still open.
  synchronized void end() {
    for (var id : List.copyOf(open)) {
      var result =
          JsonObject.builder().add("resultType", "complete").add("_meta", meta(id)).build();
      messageWriter.send(Rpc.result(id, result));
      close(id);
    }
  }

  private synchronized void close(Json id) {
    if (open.remove(id)) {
      pendingRequests.ready(id);
      pendingRequests.sent();
    }
  }

  private static JsonObject meta(Json id) {
    return JsonObject.builder().add(ID, id).build();
  }
}
