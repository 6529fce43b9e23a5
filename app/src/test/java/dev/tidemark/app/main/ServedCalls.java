package dev.tidemark.app.main;

import static java.io.InputStream.nullInputStream;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.socket.CallRequest;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Servers of projects in this process: each executes the calls of its project, as the handler of
/// its socket does.
final class ServedCalls {
  private static final int SERVERS_MAX = 8;

  private static final Map<Path, SocketCalls> SERVERS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, SocketCalls> eldest) {
          return size() > SERVERS_MAX;
        }
      };

  private ServedCalls() {}

  /// Returns the answer of a server; null if it declines the call.
  static @Nullable Ran run(CommandLineHarness harness, String... words) {
    if (!Files.isDirectory(harness.folder())) {
      return null;
    }
    var root = ProjectRoot.find(null, harness.environment(), harness.folder()).folder();
    SocketCalls server;
    synchronized (SERVERS) {
      server = SERVERS.computeIfAbsent(root, folder -> server(folder, harness));
    }
    var call =
        server.accept(
            new CallRequest(
                "",
                harness.folder(),
                ProcessHandle.current().pid(),
                List.of(words),
                // The harness writes UTF-8 whatever the locale.
                harness.with("LC_ALL", "C.UTF-8").environment(),
                new ByteArrayInputStream(harness.input())));
    if (call == null) {
      return null;
    }
    var result = call.get();
    return new Ran(result.exit(), result.output(), result.errors());
  }

  private static SocketCalls server(Path root, CommandLineHarness harness) {
    var home = harness.scratch().home();
    var opener =
        ProjectFactory.lasting(new ProjectFactory(new DiskIo(), () -> home, harness.clock()));
    var place =
        new ProcessContext(
            root, harness.environment(), nullInputStream(), opener, ChildProcess::program);
    return new SocketCalls(root, place);
  }
}
