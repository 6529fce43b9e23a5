package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.InFlight.Flight;
import dev.tidemark.app.mcp.Message.Malformed;
import dev.tidemark.app.mcp.Message.Notification;
import dev.tidemark.app.mcp.Message.Request;
import dev.tidemark.app.mcp.Message.Response;
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
  private final Lines lines;
  private final Output output;
  private final Door door;
  private final Handshake handshake;
  private final Questions questions;
  private final Methods methods;
  private final InFlight inFlight = new InFlight();
  private final Subscriptions subscriptions;
  private final Shifts shifts = new Shifts(this::next);

  /// Takes the streams, which it does not close, and the command gateway.
  public McpServer(InputStream in, OutputStream out, Door door) {
    this.lines = new Lines(in);
    this.output = new Output(out);
    this.door = door;
    this.handshake = new Handshake(door.release());
    this.questions = new Questions(output);
    this.methods = new Methods(handshake, door, questions);
    this.subscriptions = new Subscriptions(output, inFlight);
  }

  /// Serves until the input ends and everything that came is answered.
  ///
  /// @throws IOException if the input cannot be read
  public void serve() throws IOException {
    try {
      shifts.run();
      inFlight.awaitNone();
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean next() throws IOException {
    try {
      var line = lines.next();
      if (line == null) {
        // Requests that wait for an answer of the client are abandoned.
        questions.giveUp();
        subscriptions.end();
        return false;
      }
      if (!line.isBlank()) {
        receive(line);
      }
    } catch (Fault fault) {
      output.send(Rpc.error(null, fault));
    }
    return true;
  }

  private void receive(String line) {
    Json json;
    try {
      json = JsonText.parse(line);
    } catch (JsonException wrong) {
      boolean legible = wrong.reason() != JsonException.Reason.SYNTAX;
      int code = legible ? Fault.INVALID_REQUEST : Fault.PARSE_ERROR;
      throw new Fault(code, "the message cannot be read: " + wrong.getMessage());
    }
    if (json instanceof JsonArray several) {
      batch(several);
    } else {
      message(json, output::send);
    }
  }

  private void batch(JsonArray several) {
    var version = handshake.version();
    if (version == null || !version.hasBatches()) {
      throw new Fault(
          Fault.INVALID_REQUEST, "send one message a line: this revision knows no batches");
    }
    if (several.size() == 0) {
      throw new Fault(Fault.INVALID_REQUEST, "a batch of nothing");
    }
    var batch = new Batch(output, several.size());
    for (var each : several.elements()) {
      message(each, batch::take);
    }
  }

  private void message(Json json, Sink sink) {
    switch (Message.of(json)) {
      case Request request -> request(request, sink);
      case Notification notification -> {
        var id = notification.params().find("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null) {
          inFlight.cancel(id);
        }
        sink.take(null);
      }
      case Response response -> {
        questions.answer(response.id(), response.result());
        sink.take(null);
      }
      case Malformed malformed -> sink.take(Rpc.error(malformed.id(), malformed.fault()));
    }
  }

  private void request(Request request, Sink sink) {
    Flight flight;
    Caller caller;
    try {
      if (request.method().equals("initialize") && !Caller.isModern(request.params())) {
        sink.take(Rpc.result(request.id(), handshake.initialize(request.params())));
        return;
      }
      caller = handshake.caller(request);
      flight = inFlight.begin(request.id());
    } catch (Fault fault) {
      sink.take(Rpc.error(request.id(), fault));
      return;
    }
    if (request.method().equals("subscriptions/listen") && caller.version().isModern()) {
      subscriptions.listen(request, flight);
      return;
    }
    Runnable work = () -> work(request, caller, flight, sink);
    if (!Methods.looksAtTheProject(request)) {
      work.run();
    } else if (isOrdered(request)) {
      shifts.inOrder(work);
    } else {
      Thread.startVirtualThread(work);
    }
  }

  private void work(Request request, Caller caller, Flight flight, Sink sink) {
    var answer = flight.isCancelled() ? null : answer(request, caller, flight);
    inFlight.ready(request.id());
    sink.take(flight.isCancelled() ? null : answer);
    inFlight.sent();
  }

  /// The outermost error boundary: an unexpected exception becomes an error response, so that every
  /// request is answered and the server continues.
  private JsonObject answer(Request request, Caller caller, Flight flight) {
    try {
      return Rpc.result(request.id(), methods.answer(caller, request, flight));
    } catch (Fault fault) {
      return Rpc.error(request.id(), fault);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError bug) {
      door.bug(bug);
      var message = "this is a bug in Tidemark: " + bug;
      return Rpc.error(request.id(), new Fault(Fault.INTERNAL_ERROR, message));
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
