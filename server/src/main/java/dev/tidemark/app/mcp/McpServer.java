package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.MessageLineReader;
import dev.tidemark.app.mcp.rpc.MessageWriter;
import dev.tidemark.app.mcp.rpc.OrderedExecutor;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// MCP server over two streams: one JSON-RPC message per line.
///
/// Messages are read in order. Constant answers are sent at once; project reads run in threads of
/// their own, so responses may overtake each other.
public final class McpServer {
  private final MessageLineReader messageLineReader;
  private final MessageWriter messageWriter;
  private final OrderedExecutor orderedExecutor = new OrderedExecutor(this::next);
  private final McpSession session;

  /// Takes the streams, which it does not close, and the command gateway.
  public McpServer(InputStream in, OutputStream out, ToolBackend toolBackend) {
    this.messageLineReader = new MessageLineReader(in);
    this.messageWriter = new MessageWriter(out);
    this.session =
        new McpSession(
            toolBackend, messageWriter, orderedExecutor::inOrder, Thread::startVirtualThread);
  }

  /// Serves until the input ends and everything that came is answered.
  ///
  /// @throws IOException if the input cannot be read
  public void serve() throws IOException {
    try {
      orderedExecutor.run();
      session.awaitAnswers();
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean next() throws IOException {
    try {
      var line = messageLineReader.next();
      if (line == null) {
        session.end();
        return false;
      }
      if (!line.isBlank()) {
        receive(line);
      }
    } catch (RpcError rpcError) {
      messageWriter.send(RpcMessage.error(null, rpcError));
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
      session.take(json, messageWriter::send);
    }
  }

  private void batch(JsonArray several) {
    var protocolRevision = session.version();
    if (protocolRevision == null || !protocolRevision.hasBatches()) {
      throw new RpcError(
          RpcError.INVALID_REQUEST,
          "send one message per line: this protocol revision has no batches");
    }
    if (several.size() == 0) {
      throw new RpcError(RpcError.INVALID_REQUEST, "a batch of nothing");
    }
    var sink = messageWriter.batch(several.size());
    for (var each : several.elements()) {
      session.take(each, sink);
    }
  }
}
