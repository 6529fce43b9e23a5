package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Minimal HTTP client for this project's own server: one request per connection, because a client
/// library would cost a short process more than all of its work.
///
/// @param secure whether the connection uses TLS
/// @param host its name or address
/// @param port its port
public record LocalServer(boolean secure, String host, int port) {
  private static final int CONNECT_MILLIS = 2_000;

  /// The read timeout: longer than the default lock timeout.
  private static final int ANSWER_MILLIS = 60_000;

  private static final int HEAD_MAX = 16 * 1024;
  private static final int FIRST_READ = 8 * 1024;
  private static final String LENGTH = "\ncontent-length:";

  /// Reads an address such as `http://127.0.0.1:7410`.
  ///
  /// @return null if it is invalid, or unencrypted and not local
  public static @Nullable LocalServer of(String text) {
    boolean secure = text.startsWith("https://");
    if (!secure && !text.startsWith("http://")) {
      return null;
    }
    var rest = text.substring(secure ? 8 : 7);
    rest = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
    int colon = rest.lastIndexOf(':');
    int port = secure ? 443 : 80;
    if (colon > rest.lastIndexOf(']')) {
      port = number(rest.substring(colon + 1));
      rest = rest.substring(0, colon);
    }
    boolean plain = !rest.isEmpty() && rest.indexOf('/') < 0 && rest.indexOf('@') < 0;
    boolean near = rest.equals("localhost") || rest.equals("[::1]") || isLoopback(rest);
    return plain && port > 0 && port <= 65_535 && (secure || near)
        ? new LocalServer(secure, rest, port)
        : null;
  }

  private static boolean isLoopback(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return host.startsWith("127.");
  }

  private static int number(String digits) {
    int number = digits.isEmpty() || digits.length() > 9 ? -1 : 0;
    for (int i = 0; i < digits.length() && number >= 0; i++) {
      char c = digits.charAt(i);
      number = c >= '0' && c <= '9' ? number * 10 + c - '0' : -1;
    }
    return number;
  }

  /// HTTP response.
  ///
  /// @param status its status code
  /// @param body the body
  public record Reply(int status, String body) {}

  /// Connects.
  ///
  /// @throws IOException if no server answers; nothing was sent
  public Connection connect() throws IOException {
    var name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    var address =
        isLoopback(name) || host.startsWith("[")
            ? InetAddress.ofLiteral(name)
            : InetAddress.getByName(name);
    var socket = new Socket();
    boolean connected = false;
    try {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.setTcpNoDelay(true);
      var open = secure ? Secured.over(socket, name, port) : socket;
      connected = true;
      return new Connection(this, open);
    } finally {
      if (!connected) {
        socket.close();
      }
    }
  }

  /// A class of its own, so that the TLS classes are loaded only when they are used.
  private static final class Secured {
    private Secured() {}

    static Socket over(Socket socket, String name, int port) throws IOException {
      var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
      var secured = (SSLSocket) factory.createSocket(socket, name, port, true);
      var parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
      secured.startHandshake();
      return secured;
    }
  }

  /// Connection for one request.
  ///
  /// @param server whom it leads to
  /// @param socket the underlying socket
  public record Connection(LocalServer server, Socket socket) implements AutoCloseable {
    /// Sends a document and waits for the answer.
    ///
    /// @param token the bearer token; one word
    /// @throws IOException if there is no whole answer; the request may have been carried out
    public Reply post(String path, String token, String json) throws IOException {
      var body = json.getBytes(UTF_8);
      var head = new StringBuilder("POST ").append(path).append(" HTTP/1.1\r\nHost: ");
      head.append(server.host).append(':').append(server.port);
      head.append("\r\nAuthorization: Bearer ").append(token);
      head.append("\r\nContent-Type: application/json\r\nContent-Length: ").append(body.length);
      head.append("\r\nConnection: close\r\n\r\n");
      var first = head.toString().getBytes(ISO_8859_1);
      var all = Arrays.copyOf(first, first.length + body.length);
      System.arraycopy(body, 0, all, first.length, body.length);
      var out = socket.getOutputStream();
      out.write(all);
      out.flush();
      return read(socket.getInputStream());
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException gone) {
        // Nothing is expected of it any more.
      }
    }
  }

  private static Reply read(InputStream in) throws IOException {
    var bytes = new byte[FIRST_READ];
    int length = 0;
    int end = -1;
    while (end < 0) {
      int read = length < HEAD_MAX ? in.read(bytes, length, bytes.length - length) : -1;
      if (read < 0) {
        throw new IOException("the connection was closed before an answer");
      }
      length += read;
      end = end(bytes, length);
      bytes = end < 0 && length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
    }
    var head = lower(bytes, end);
    int at = head.indexOf(LENGTH);
    int stop = at < 0 ? -1 : head.indexOf('\r', at);
    int size = stop < 0 ? -1 : number(head.substring(at + LENGTH.length(), stop).strip());
    int status = head.length() < 12 ? -1 : number(head.substring(9, 12));
    if (size < 0 || status < 0 || !head.startsWith("http/1.")) {
      throw new IOException("that is no answer of Tidemark's server");
    }
    int begin = end + 4;
    bytes = Arrays.copyOf(bytes, begin + size);
    int have = Math.min(length, begin + size);
    if (in.readNBytes(bytes, have, begin + size - have) < begin + size - have) {
      throw new IOException("the connection was closed in the middle of the answer");
    }
    return new Reply(status, new String(bytes, begin, size, UTF_8));
  }

  private static int end(byte[] bytes, int length) {
    for (int i = 0; i + 3 < length; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// ASCII only: other letters need tables of classes that are not loaded yet.
  private static String lower(byte[] bytes, int length) {
    var text = new StringBuilder(length + 1);
    for (int i = 0; i < length; i++) {
      char c = (char) (bytes[i] & 0xff);
      text.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return text.append('\r').toString();
  }

  /// Returns the address.
  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + host + ":" + port;
  }
}
