package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between a command line and its server, and loses the connection of every line: before the
/// server has heard of it, or after it has answered. Questions about lines get through, or not.
final class CuttingRelay implements AutoCloseable {
  /// What gets lost.
  enum Loses {
    /// The line itself.
    REQUESTS,
    /// The answer to a line.
    ANSWERS,
    /// The answer to a line, and every question about it.
    ANSWERS_AND_QUESTIONS
  }

  private final ServerSocket ear;
  private final int port;
  private final Loses loses;
  private final AtomicInteger lines = new AtomicInteger();

  private CuttingRelay(ServerSocket ear, int port, Loses loses) {
    this.ear = ear;
    this.port = port;
    this.loses = loses;
  }

  static CuttingRelay before(Served served, Loses loses) throws IOException {
    var ear = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
    var relay = new CuttingRelay(ear, served.port(), loses);
    Thread.ofVirtual().start(relay::relay);
    return relay;
  }

  String url() {
    return "http://127.0.0.1:" + ear.getLocalPort();
  }

  /// Returns how many lines have come.
  int lines() {
    return lines.get();
  }

  private void relay() {
    try {
      while (true) {
        var socket = ear.accept();
        try (socket) {
          serve(socket);
        }
      }
    } catch (IOException over) {
      // The test has ended.
    }
  }

  private void serve(Socket socket) throws IOException {
    var request = request(socket.getInputStream());
    boolean line = request.startsWith("POST /api/lines ");
    lines.addAndGet(line ? 1 : 0);
    if (line ? loses == Loses.REQUESTS : loses == Loses.ANSWERS_AND_QUESTIONS) {
      return;
    }
    try (var there = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      var own = ":" + ear.getLocalPort();
      there.getOutputStream().write(request.replace(own, ":" + port).getBytes(ISO_8859_1));
      there.getOutputStream().flush();
      var answer = there.getInputStream().readAllBytes();
      socket.getOutputStream().write(answer, 0, line ? 20 : answer.length);
    }
  }

  private static String request(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    while (true) {
      var text = bytes.toString(ISO_8859_1);
      int end = text.indexOf("\r\n\r\n");
      if (end >= 0) {
        var length = text.replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
        if (bytes.size() >= end + 4 + Integer.parseInt(length)) {
          return text;
        }
      }
      int next = in.read();
      if (next < 0) {
        return text;
      }
      bytes.write(next);
    }
  }

  @Override
  public void close() throws IOException {
    ear.close();
  }
}
