package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/// Reverse proxy that adds a bearer token to each request, for test suites that cannot send one.
/// Bodies, and all headers but those of the connection, pass unchanged.
final class AuthorizingProxy implements AutoCloseable {
  private final int port;
  private final String token;
  private final ServerSocket listening;

  AuthorizingProxy(int port, String token) throws IOException {
    this.port = port;
    this.token = token;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort() + "/mcp";
  }

  private void accept() {
    try {
      while (true) {
        var client = listening.accept();
        Thread.ofVirtual().start(() -> carry(client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void carry(Socket client) {
    try (client;
        var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var in = client.getInputStream();
      var head = head(in);
      if (head.isEmpty()) {
        return;
      }
      var changed = new StringBuilder();
      int length = 0;
      for (var line : head.split("\r\n")) {
        var lower = line.toLowerCase(Locale.ROOT);
        if (lower.startsWith("content-length:")) {
          length = Integer.parseInt(line.substring("content-length:".length()).strip());
        }
        if (!lower.startsWith("connection:")) {
          changed.append(line.replace(":" + listening.getLocalPort(), ":" + port)).append("\r\n");
        }
      }
      changed.append("Authorization: Bearer ").append(token).append("\r\n");
      changed.append("Connection: close\r\n\r\n");
      var out = server.getOutputStream();
      out.write(changed.toString().getBytes(ISO_8859_1));
      out.write(in.readNBytes(length));
      out.flush();
      var answer = head(server.getInputStream()) + "\r\nConnection: close\r\n\r\n";
      client.getOutputStream().write(answer.getBytes(ISO_8859_1));
      server.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException gone) {
      // One side has ended the connection.
    }
  }

  private static String head(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      bytes.write(next);
      var text = bytes.toString(ISO_8859_1);
      if (text.endsWith("\r\n\r\n")) {
        return text.substring(0, text.length() - 4);
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
