package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.main.Served;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Scratch;
import dev.tidemark.fuzz.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;

/// Bytes to the real server, over a socket: it answers or hangs up, never with a failure of its
/// own, and changes nothing but documents and what is Tidemark's own. `@TOKEN@` stands for a token
/// that counts, `@HOST@` for the server.
public final class HttpTarget implements Target {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Scratch scratch = Scratch.fresh("start implement/auth", "enter implementation");
  private final Served served =
      Served.bearing(
          scratch.tidemark(),
          new HttpLimits(
              64 * 1024,
              Integer.MAX_VALUE,
              Integer.MAX_VALUE,
              512,
              10,
              Duration.ofSeconds(5),
              Duration.ofSeconds(1)));

  @Override
  public void read(byte[] input) throws IOException {
    var text =
        new String(input, ISO_8859_1)
            .replace("@TOKEN@", served.token())
            .replace("@HOST@", "127.0.0.1:" + served.port());
    var answer = answer(text.getBytes(ISO_8859_1));
    Claims.holds(answer.isEmpty() || answer.startsWith("HTTP/1.1 "), "an answer: " + answer);
    Claims.holds(!answer.startsWith("HTTP/1.1 500"), "a failure: " + answer);
    Claims.holds(!answer.contains("bug in Tidemark"), "a bug: " + answer);
    scratch.isUntouchedBut(name -> name.contains(".claude/state/"), "a request");
  }

  private String answer(byte[] request) throws IOException {
    try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), served.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      var out = socket.getOutputStream();
      out.write(request);
      out.flush();
      socket.shutdownOutput();
      var answer = new StringBuilder();
      var chunk = new byte[8 * 1024];
      for (int length; (length = socket.getInputStream().read(chunk)) >= 0; ) {
        answer.append(new String(chunk, 0, length, ISO_8859_1));
        if (answer.indexOf("text/event-stream") >= 0) {
          break;
        }
      }
      return answer.toString();
    } catch (SocketException hungUp) {
      // It need not listen to the end of what it does not want.
      return "";
    }
  }

  @Override
  public void close() {
    served.close();
    scratch.close();
  }
}
