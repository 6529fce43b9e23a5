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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Call socket: the Unix socket of a server, through which other processes of the same user have
/// command lines of the same project executed. The client is `build/dist/client.c`.
///
/// The sockets of a user are in `/tmp/tidemark-UID`, which only that user may enter, each named by
/// the device and inode of the root of its project and the process id of its server; those of
/// servers for any project of the user by a hash of the client's. A connection carries one call:
/// the request; [#ACCEPTED], again for each second of the execution; then [#RESULT], the exit code,
/// two lengths, and both outputs. A client executes a call itself that was declined at any time, or
/// whose result does not arrive whole: the journal tells it which of its changes were made.
public final class CallSocket implements Closeable {
  /// The first bytes of a request: the protocol and its version.
  static final byte[] MAGIC = {'T', 'M', 'C', '2'};

  /// The answer to a request that is being executed.
  static final byte ACCEPTED = 'A';

  /// The answer to a request that the client has to execute itself: nothing was done.
  static final byte DECLINED = 'N';

  /// What the result of an execution follows.
  static final byte RESULT = 'R';

  /// The first part of the names of the sockets of a user's servers; 16 hexadecimal digits follow.
  private static final String USER = "user-";

  /// The last part of the name of the file that a user's server has locked while it runs.
  private static final String LOCK = ".lock";

  private static final Path SELF = Path.of("/proc/self");
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);

  /// The limit of connections at a time; clients beyond it execute their calls themselves.
  private static final int CONNECTIONS_MAX = 32;

  private final Path file;
  private final ServerSocketChannel channel;
  private final CallHandler callHandler;
  private final Semaphore free = new Semaphore(CONNECTIONS_MAX);
  private final ScheduledThreadPoolExecutor beats = beats();
  private volatile long used = System.nanoTime();

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

  /// Listens for calls in any project of the user who runs this process.
  ///
  /// @param name the name of a [user's server][#isUserServer]
  /// @throws IOException as for a project
  public static CallSocket open(String name, CallHandler callHandler) throws IOException {
    var folder = folder();
    makePrivate(folder);
    // The start has not failed, and the next one need not wait. The lock stays with this process.
    var lock = folder.resolve(name + LOCK);
    if (Files.exists(lock)) {
      Files.write(lock, new byte[0]);
    }
    return listening(folder, name + ".", callHandler);
  }

  /// Returns whether a name is one of a server for any project of a user.
  public static boolean isUserServer(String name) {
    return name.matches(USER + "[0-9a-f]{16}");
  }

  /// Returns the processes that listen for calls in any project of the user who runs this process.
  public static List<ProcessHandle> userServers() throws IOException {
    var servers = new ArrayList<ProcessHandle>();
    var folder = folder();
    if (!Files.isDirectory(folder)) {
      return servers;
    }
    makePrivate(folder);
    try (var sockets = Files.newDirectoryStream(folder, USER + "*.*")) {
      for (var socket : sockets) {
        long process = process(socket);
        if (process > 0 && !isRefusing(socket)) {
          ProcessHandle.of(process).ifPresent(servers::add);
        }
      }
    }
    return servers;
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
    return listening(folder, project(root), callHandler);
  }

  private static CallSocket listening(Path folder, String prefix, CallHandler callHandler)
      throws IOException {
    removeAbandoned(folder);
    var file = folder.resolve(prefix + ProcessHandle.current().pid());
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
        long process = process(socket);
        if (process > 0 && ProcessHandle.of(process).isEmpty() && isRefusing(socket)) {
          Files.deleteIfExists(socket);
        }
      }
    }
  }

  /// Returns the process id in the name of a socket; -1 if there is none.
  private static long process(Path socket) {
    var name = socket.getFileName().toString();
    var number = name.substring(name.lastIndexOf('.') + 1);
    return number.matches("[0-9]{1,18}") ? Long.parseLong(number) : -1;
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
      if (call != null) {
        write(connection, selector, ByteBuffer.wrap(new byte[] {ACCEPTED}));
      }
      var result = call == null ? null : executed(connection, call);
      if (result == null) {
        write(connection, selector, ByteBuffer.wrap(new byte[] {DECLINED}));
        return;
      }
      var output = result.output().getBytes(UTF_8);
      var errors = result.errors().getBytes(UTF_8);
      var answer = ByteBuffer.allocate(10 + output.length + errors.length);
      answer.put(RESULT).put((byte) result.exit()).putInt(output.length).putInt(errors.length);
      write(connection, selector, answer.put(output).put(errors).flip());
    } catch (IOException gone) {
      // The client executes the call itself, or reads in the journal that it was made.
    } finally {
      used = System.nanoTime();
      free.release();
    }
  }

  /// Returns the result of a call, or null. The client is told each second that the call goes on.
  private CallHandler.@Nullable CallResult executed(
      SocketChannel connection, Supplier<CallHandler.@Nullable CallResult> call) {
    var beat = new Beat(connection);
    var beating = beats.scheduleAtFixedRate(beat, 1, 1, TimeUnit.SECONDS);
    try {
      return call.get();
    } finally {
      beating.cancel(false);
      beat.end();
    }
  }

  private static ScheduledThreadPoolExecutor beats() {
    var beats = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());
    beats.setRemoveOnCancelPolicy(true);
    return beats;
  }

  /// Tells a client that its call goes on. Never waits: the channel does not block.
  private static final class Beat implements Runnable {
    private final SocketChannel connection;
    private boolean ended;

    Beat(SocketChannel connection) {
      this.connection = connection;
    }

    @Override
    public synchronized void run() {
      try {
        if (!ended) {
          connection.write(ByteBuffer.wrap(new byte[] {ACCEPTED}));
        }
      } catch (IOException gone) {
        ended = true;
      }
    }

    /// Writes no more.
    synchronized void end() {
      ended = true;
    }
  }

  /// Returns for how long no call was executed; zero while one is.
  public Duration idle() {
    return free.availablePermits() < CONNECTIONS_MAX
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - used);
  }

  /// Waits until the calls in execution have ended; those that come meanwhile are not accepted.
  public void drain(Duration limit) throws InterruptedException {
    if (free.tryAcquire(CONNECTIONS_MAX, limit.toMillis(), TimeUnit.MILLISECONDS)) {
      free.release(CONNECTIONS_MAX);
    }
  }

  private @Nullable Supplier<CallHandler.@Nullable CallResult> accepted(
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
    var name = file.getFileName().toString();
    Files.deleteIfExists(file.resolveSibling(name.substring(0, name.indexOf('.')) + LOCK));
    Files.deleteIfExists(file);
    channel.close();
    beats.shutdown();
  }
}
