package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.MessageWriter;
import dev.tidemark.app.mcp.rpc.PendingRequests;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.ProtocolRevision;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage;
import dev.tidemark.app.mcp.rpc.RpcMessage.Malformed;
import dev.tidemark.app.mcp.rpc.RpcMessage.Notification;
import dev.tidemark.app.mcp.rpc.RpcMessage.Request;
import dev.tidemark.app.mcp.rpc.RpcMessage.Response;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// MCP session: answers the JSON-RPC messages of one client, over any transport. Safe for use by
/// many threads.
///
/// Changes are serialized in the order of arrival, because a client that sends two at once means
/// the first one first; project reads may overtake each other.
public final class McpSession {
  private final ToolBackend toolBackend;
  private final Handshake handshake;
  private final Elicitation elicitation;
  private final McpMethods mcpMethods;
  private final PendingRequests pendingRequests = new PendingRequests();
  private final MessageWriter messageWriter;

  /// The ids of open subscriptions.
  private final List<Json> subscriptions = new ArrayList<>();

  private final Executor ordered;
  private final Executor parallel;

  /// Takes the command gateway. Each request is answered in the thread that brings it, and the
  /// client is sent nothing else.
  public McpSession(ToolBackend toolBackend) {
    this(
        toolBackend, new MessageWriter(OutputStream.nullOutputStream()), oneByOne(), Runnable::run);
  }

  /// Takes the command gateway and a writer for what the server asks or tells the client.
  ///
  /// @param ordered executes changes in the order it is given them
  /// @param parallel executes project reads
  McpSession(
      ToolBackend toolBackend, MessageWriter messageWriter, Executor ordered, Executor parallel) {
    this.toolBackend = toolBackend;
    this.handshake = new Handshake(toolBackend.release());
    this.elicitation = new Elicitation(messageWriter);
    this.mcpMethods = new McpMethods(handshake, toolBackend, elicitation);
    this.messageWriter = messageWriter;
    this.ordered = ordered;
    this.parallel = parallel;
  }

  private static Executor oneByOne() {
    var turn = new ReentrantLock(true);
    return work -> {
      turn.lock();
      try {
        work.run();
      } finally {
        turn.unlock();
      }
    };
  }

  /// Returns the answer to a request.
  public JsonObject answer(JsonObject request) {
    var answer = new AtomicReference<@Nullable JsonObject>();
    take(request, answer::set);
    var given = answer.get();
    if (given == null) {
      throw new IllegalStateException("a request without an answer");
    }
    return given;
  }

  /// Takes a message.
  ///
  /// @param sink gets its answer, null if it needs none
  void take(Json message, Consumer<@Nullable JsonObject> sink) {
    switch (RpcMessage.of(message)) {
      case Request request -> request(request, sink);
      case Notification notification -> {
        var id = notification.params().find("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null) {
          pendingRequests.cancel(id);
        }
        sink.accept(null);
      }
      case Response response -> {
        elicitation.answer(response.id(), response.result());
        sink.accept(null);
      }
      case Malformed malformed -> sink.accept(RpcMessage.error(malformed.id(), malformed.fault()));
    }
  }

  /// Ends what waits for the client: no message will come any more.
  void end() {
    elicitation.giveUp();
    synchronized (subscriptions) {
      for (var id : List.copyOf(subscriptions)) {
        var result =
            JsonObject.builder()
                .add("resultType", "complete")
                .add("_meta", subscription(id))
                .build();
        messageWriter.send(RpcMessage.result(id, result));
        unsubscribe(id);
      }
    }
  }

  /// Waits until everything is answered.
  void awaitAnswers() throws InterruptedException {
    pendingRequests.awaitNone();
  }

  /// Returns the negotiated revision; null if there is none.
  @Nullable ProtocolRevision version() {
    return handshake.version();
  }

  private void request(Request request, Consumer<@Nullable JsonObject> sink) {
    Flight flight;
    ClientInfo clientInfo;
    try {
      if (request.method().equals("initialize") && !ClientInfo.isModern(request.params())) {
        sink.accept(RpcMessage.result(request.id(), handshake.initialize(request.params())));
        return;
      }
      clientInfo = handshake.caller(request);
      flight = pendingRequests.begin(request.id());
    } catch (RpcError rpcError) {
      sink.accept(RpcMessage.error(request.id(), rpcError));
      return;
    }
    if (request.method().equals("subscriptions/listen") && clientInfo.version().isModern()) {
      subscribe(request.id(), flight);
      return;
    }
    Runnable work = () -> work(request, clientInfo, flight, sink);
    if (!McpMethods.readsProject(request)) {
      work.run();
    } else {
      (isOrdered(request) ? ordered : parallel).execute(work);
    }
  }

  /// Accepts a subscription of a client without a session; it stays open until it is cancelled or
  /// the server ends. The lists that a client can subscribe to never change while the server runs.
  private void subscribe(Json id, Flight flight) {
    synchronized (subscriptions) {
      subscriptions.add(id);
      flight.whenCancelled(() -> unsubscribe(id));
      var params =
          JsonObject.builder()
              .add("_meta", subscription(id))
              .add("notifications", JsonObject.EMPTY)
              .build();
      messageWriter.send(
          RpcMessage.notification("notifications/subscriptions/acknowledged", params));
    }
  }

  private void unsubscribe(Json id) {
    synchronized (subscriptions) {
      if (subscriptions.remove(id)) {
        pendingRequests.ready(id);
        pendingRequests.sent();
      }
    }
  }

  private static JsonObject subscription(Json id) {
    return JsonObject.builder().add("io.modelcontextprotocol/subscriptionId", id).build();
  }

  private void work(
      Request request, ClientInfo clientInfo, Flight flight, Consumer<@Nullable JsonObject> sink) {
    var answer = flight.isCancelled() ? null : answer(request, clientInfo, flight);
    pendingRequests.ready(request.id());
    sink.accept(flight.isCancelled() ? null : answer);
    pendingRequests.sent();
  }

  /// The outermost error boundary: an unexpected exception becomes an error response, so that every
  /// request is answered and the server continues.
  private JsonObject answer(Request request, ClientInfo clientInfo, Flight flight) {
    try {
      return RpcMessage.result(request.id(), mcpMethods.answer(clientInfo, request, flight));
    } catch (RpcError rpcError) {
      return RpcMessage.error(request.id(), rpcError);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError bug) {
      toolBackend.bug(bug);
      var message = "this is a bug in Tidemark: " + bug;
      return RpcMessage.error(request.id(), new RpcError(RpcError.INTERNAL_ERROR, message));
    }
  }

  private static boolean isOrdered(Request request) {
    var tool = Tool.named(request.params().string("name"));
    return request.method().equals("tools/call") && tool != null && tool.isOrdered();
  }
}
