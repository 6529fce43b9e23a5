import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// The least server there can be on the JDK's own: what any is compared with. Takes the port, and
/// whether to end after that many answers.
final class Server {
  public static void main(String[] args) throws Exception {
    var most = args.length > 1 ? Integer.parseInt(args[1]) : Integer.MAX_VALUE;
    var place = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), Integer.parseInt(args[0]));
    var server = HttpServer.create(place, 0);
    var answered = new int[1];
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          var answer = "{\"ok\":true}\n".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
          if (++answered[0] >= most) {
            System.exit(0);
          }
        });
    server.start();
  }
}
