package dev.tidemark.app.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Call socket: the Unix socket of a server, through which other processes of the same user have
/// command lines of the same project executed. The client is `build/dist/client.c`.
///
/// The sockets of a user are in `/tmp/tidemark-UID`, which only that user may enter, each named by
/// the device and inode of the root of its project and the process id of its server. A connection
/// carries one call: the request; one byte, [#ACCEPTED] or [#DECLINED]; then the exit code, two
/// lengths, and both outputs. A client executes a call itself that was not accepted, or whose
/// result does not arrive whole: the journal tells it which of its changes were made.
public final class CallSocket implements Closeable {
  /// The first bytes of a request: the protocol and its version.
  static final byte[] MAGIC = {'T', 'M', 'C', '1'};

  /// The answer to a request that is going to be executed.
  static final byte ACCEPTED = 'A';

  /// The answer to a request that the client has to execute itself.
  static final byte DECLINED = 'N';

  private static final Path SELF = Path.of("/proc/self");
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);

  /// The limit of connections at a time; clients beyond it execute their calls themselves.
  private static final int CONNECTIONS_MAX = 32;

  private final Path file;
  private final ServerSocketChannel channel;
  private final CallHandler callHandler;
  private final Semaphore free = new Semaphore(CONNECTIONS_MAX);

  private CallSocket(Path file, ServerSocketChannel channel, CallHandler callHandler) {
    this.file = file;
    this.channel = channel;
    this.callHandler = callHandler;
  }

  /// Listens for calls in a project, in the folder of the user who runs this process.
  ///
  /// @param root the root of the project
  /// @throws IOException if the folder is not private, or the system has no such sockets
  public static CallSocket open(Path root, CallHandler callHandler) throws IOException {
    return open(folder(), root, callHandler);
  }

  /// Returns the socket of this process for a project; null if it does not listen.
  public static @Nullable Path listening(Path root) throws IOException {
    if (!Files.exists(SELF)) {
      return null;
    }
    var file = folder().resolve(project(root) + ProcessHandle.current().pid());
    return Files.exists(file) ? file : null;
  }

  private static Path folder() throws IOException {
    if (!Files.exists(SELF)) {
      throw new IOException("this system does not tell who runs this process");
    }
    return Path.of("/tmp/tidemark-" + Files.getAttribute(SELF, "unix:uid"));
  }

  static CallSocket open(Path folder, Path root, CallHandler callHandler) throws IOException {
    makePrivate(folder);
    var project = project(root);
    removeAbandoned(folder);
    var file = folder.resolve(project + ProcessHandle.current().pid());
    Files.deleteIfExists(file);
    var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(file));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
    var callSocket = new CallSocket(file, channel, callHandler);
    Thread.ofPlatform().daemon().name("call-socket").start(callSocket::listen);
    return callSocket;
  }

  /// Returns the first part of the names of a project's sockets.
  static String project(Path root) throws IOException {
    long device = number(root, "unix:dev");
    long inode = number(root, "unix:ino");
    return Long.toHexString(device) + "-" + Long.toHexString(inode) + ".";
  }

  private static long number(Path file, String attribute) throws IOException {
    return ((Number) Files.getAttribute(file, attribute)).longValue();
  }

  private static void makePrivate(Path folder) throws IOException {
    var mine = PosixFilePermissions.fromString("rwx------");
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(mine));
    } catch (FileAlreadyExistsException known) {
      // Checked below.
    }
    var owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !owner.equals(Files.getAttribute(SELF, "unix:uid"))
        || !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(mine)) {
      throw new IOException(folder + " is not a private folder of this user");
    }
  }

  /// Removes the sockets of servers that were killed, of any project: those whose process is gone
  /// and which refuse connections. A process in another container is not seen, but listens.
  private static void removeAbandoned(Path folder) throws IOException {
    try (var sockets = Files.newDirectoryStream(folder, "*-*.*")) {
      for (var socket : sockets) {
        var name = socket.getFileName().toString();
        var number = name.substring(name.lastIndexOf('.') + 1);
        if (number.matches("[0-9]{1,18}")
            && ProcessHandle.of(Long.parseLong(number)).isEmpty()
            && isRefusing(socket)) {
          Files.deleteIfExists(socket);
        }
      }
    }
  }

  private static boolean isRefusing(Path socket) throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return false;
    } catch (SocketException refused) {
      return true;
    }
  }

  private void listen() {
    try (channel) {
      while (true) {
        var connection = channel.accept();
        if (free.tryAcquire()) {
          Thread.ofPlatform().daemon().name("call").start(() -> serve(connection));
        } else {
          connection.close();
        }
      }
    } catch (IOException closed) {
      // Clients execute their calls themselves.
    }
  }

  private void serve(SocketChannel connection) {
    try (connection;
        var selector = Selector.open()) {
      connection.configureBlocking(false);
      var call = accepted(connection, selector);
      if (call == null) {
        write(connection, selector, ByteBuffer.wrap(new byte[] {DECLINED}));
        return;
      }
      write(connection, selector, ByteBuffer.wrap(new byte[] {ACCEPTED}));
      var result = call.get();
      var output = result.output().getBytes(UTF_8);
      var errors = result.errors().getBytes(UTF_8);
      var answer = ByteBuffer.allocate(9 + output.length + errors.length);
      answer.put((byte) result.exit()).putInt(output.length).putInt(errors.length);
      write(connection, selector, answer.put(output).put(errors).flip());
    } catch (IOException gone) {
      // The client executes the call itself, or reads in the journal that it was made.
    } finally {
      free.release();
    }
  }

  private @Nullable Supplier<CallHandler.CallResult> accepted(
      SocketChannel connection, Selector selector) throws IOException {
    long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
    var head = read(connection, selector, MAGIC.length + 8, deadline);
    var magic = new byte[MAGIC.length];
    head.get(magic);
    int strings = head.getInt();
    int input = head.getInt();
    if (!Arrays.equals(magic, MAGIC)
        || strings < 0
        || strings > CallRequest.STRINGS_MAX
        || input < 0
        || input > CallRequest.INPUT_MAX) {
      return null;
    }
    var texts = read(connection, selector, strings, deadline);
    var bytes = new byte[input];
    read(connection, selector, input, deadline).get(bytes);
    try {
      return callHandler.accept(CallRequest.of(texts, new ByteArrayInputStream(bytes)));
    } catch (IOException malformed) {
      return null;
    }
  }

  private static ByteBuffer read(
      SocketChannel connection, Selector selector, int length, long deadline) throws IOException {
    var buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      int read = connection.read(buffer);
      if (read < 0) {
        throw new IOException("the request is cut off");
      }
      if (read == 0) {
        await(connection, selector, SelectionKey.OP_READ, deadline);
      }
    }
    return buffer.flip();
  }

  private static void write(SocketChannel connection, Selector selector, ByteBuffer bytes)
      throws IOException {
    long deadline = System.nanoTime() + WRITE_TIMEOUT.toNanos();
    while (bytes.hasRemaining()) {
      if (connection.write(bytes) == 0) {
        await(connection, selector, SelectionKey.OP_WRITE, deadline);
      }
    }
  }

  private static void await(
      SocketChannel connection, Selector selector, int operation, long deadline)
      throws IOException {
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      throw new IOException("the client does not answer");
    }
    connection.register(selector, operation);
    selector.select(left);
    selector.selectedKeys().clear();
  }

  /// Stops listening. Calls in execution continue.
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}
