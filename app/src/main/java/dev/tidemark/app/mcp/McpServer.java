package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.MessageLineReader;
import dev.tidemark.app.mcp.rpc.MessageWriter;
import dev.tidemark.app.mcp.rpc.OrderedExecutor;
import dev.tidemark.app.mcp.rpc.PendingRequests;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.ResponseBatch;
import dev.tidemark.app.mcp.rpc.Rpc;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage;
import dev.tidemark.app.mcp.rpc.RpcMessage.Malformed;
import dev.tidemark.app.mcp.rpc.RpcMessage.Notification;
import dev.tidemark.app.mcp.rpc.RpcMessage.Request;
import dev.tidemark.app.mcp.rpc.RpcMessage.Response;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// MCP server over two streams: one JSON-RPC message per line.
///
/// Messages are read in order. Constant answers are sent at once; project reads run in threads of
/// their own, so responses may overtake each other. Changes alone are serialized in the order of
/// arrival, because a client that sends two at once means the first one first.
public final class McpServer {
  private final MessageLineReader messageLineReader;
  private final MessageWriter messageWriter;
  private final ToolBackend toolBackend;
  private final Handshake handshake;
  private final Elicitation elicitation;
  private final McpMethods mcpMethods;
  private final PendingRequests pendingRequests = new PendingRequests();
  private final Subscriptions subscriptions;
  private final OrderedExecutor orderedExecutor = new OrderedExecutor(this::next);

  /// Takes the streams, which it does not close, and the command gateway.
  public McpServer(InputStream in, OutputStream out, ToolBackend toolBackend) {
    this.messageLineReader = new MessageLineReader(in);
    this.messageWriter = new MessageWriter(out);
    this.toolBackend = toolBackend;
    this.handshake = new Handshake(toolBackend.release());
    this.elicitation = new Elicitation(messageWriter);
    this.mcpMethods = new McpMethods(handshake, toolBackend, elicitation);
    this.subscriptions = new Subscriptions(messageWriter, pendingRequests);
  }

  /// Serves until the input ends and everything that came is answered.
  ///
  /// @throws IOException if the input cannot be read
  public void serve() throws IOException {
    try {
      orderedExecutor.run();
      pendingRequests.awaitNone();
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean next() throws IOException {
    try {
      var line = messageLineReader.next();
      if (line == null) {
        // Requests that wait for an answer of the client are abandoned.
        elicitation.giveUp();
        subscriptions.end();
        return false;
      }
      if (!line.isBlank()) {
        receive(line);
      }
    } catch (RpcError rpcError) {
      messageWriter.send(Rpc.error(null, rpcError));
    }
    return true;
  }

  private void receive(String line) {
    Json json;
    try {
      json = JsonText.parse(line);
    } catch (JsonException wrong) {
      boolean legible = wrong.reason() != JsonException.Reason.SYNTAX;
      int code = legible ? RpcError.INVALID_REQUEST : RpcError.PARSE_ERROR;
      throw new RpcError(code, "the message cannot be read: " + wrong.getMessage());
    }
    if (json instanceof JsonArray several) {
      batch(several);
    } else {
      message(json, messageWriter::send);
    }
  }

  private void batch(JsonArray several) {
    var protocolRevision = handshake.version();
    if (protocolRevision == null || !protocolRevision.hasBatches()) {
      throw new RpcError(
          RpcError.INVALID_REQUEST,
          "send one message per line: this protocol revision has no batches");
    }
    if (several.size() == 0) {
      throw new RpcError(RpcError.INVALID_REQUEST, "a batch of nothing");
    }
    var responseBatch = new ResponseBatch(messageWriter, several.size());
    for (var each : several.elements()) {
      message(each, responseBatch::take);
    }
  }

  private void message(Json json, Sink sink) {
    switch (RpcMessage.of(json)) {
      case Request request -> request(request, sink);
      case Notification notification -> {
        var id = notification.params().find("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null) {
          pendingRequests.cancel(id);
        }
        sink.take(null);
      }
      case Response response -> {
        elicitation.answer(response.id(), response.result());
        sink.take(null);
      }
      case Malformed malformed -> sink.take(Rpc.error(malformed.id(), malformed.fault()));
    }
  }

  private void request(Request request, Sink sink) {
    Flight flight;
    ClientInfo clientInfo;
    try {
      if (request.method().equals("initialize") && !ClientInfo.isModern(request.params())) {
        sink.take(Rpc.result(request.id(), handshake.initialize(request.params())));
        return;
      }
      clientInfo = handshake.caller(request);
      flight = pendingRequests.begin(request.id());
    } catch (RpcError rpcError) {
      sink.take(Rpc.error(request.id(), rpcError));
      return;
    }
    if (request.method().equals("subscriptions/listen") && clientInfo.version().isModern()) {
      subscriptions.listen(request, flight);
      return;
    }
    Runnable work = () -> work(request, clientInfo, flight, sink);
    if (!McpMethods.looksAtTheProject(request)) {
      work.run();
    } else if (isOrdered(request)) {
      orderedExecutor.inOrder(work);
    } else {
      Thread.startVirtualThread(work);
    }
  }

  private void work(Request request, ClientInfo clientInfo, Flight flight, Sink sink) {
    var answer = flight.isCancelled() ? null : answer(request, clientInfo, flight);
    pendingRequests.ready(request.id());
    sink.take(flight.isCancelled() ? null : answer);
    pendingRequests.sent();
  }

  /// The outermost error boundary: an unexpected exception becomes an error response, so that every
  /// request is answered and the server continues.
  private JsonObject answer(Request request, ClientInfo clientInfo, Flight flight) {
    try {
      return Rpc.result(request.id(), mcpMethods.answer(clientInfo, request, flight));
    } catch (RpcError rpcError) {
      return Rpc.error(request.id(), rpcError);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError bug) {
      toolBackend.bug(bug);
      var message = "this is a bug in Tidemark: " + bug;
      return Rpc.error(request.id(), new RpcError(RpcError.INTERNAL_ERROR, message));
    }
  }

  private static boolean isOrdered(Request request) {
    var tool = Tool.named(request.params().string("name"));
    return request.method().equals("tools/call") && tool != null && tool.isOrdered();
  }

  /// Target of a response.
  private interface Sink {
    void take(@Nullable JsonObject answer);
  }
}
