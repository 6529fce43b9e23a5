package dev.tidemark.app.hostile;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every verb and hook, with each file that Tidemark reads replaced by something that is no file or
/// has no end: none blocks, none ends with a stack trace, no hook fails.
@LongProof
class ReplacedFilesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final List<String> FILES =
      List.of(
          STATE + "/FORMAT",
          ".tidemark/config.yaml",
          ".tidemark/workflows/x.yaml",
          STATE + "/changes",
          STATE + "/device",
          STATE + "/refusal.json",
          STATE + "/tokens.json",
          STATE + "/journal",
          STATE + "/journal/state/implement-checkpoint-infrastructure.json/000001.jsonl",
          STATE + "/lock",
          STATE + "/cache",
          ".claude/config/checkpoint.json",
          ".claude/config/integrations.json",
          ".claude/config/webhooks.json",
          ".claude/state/implement-checkpoint-infrastructure.json",
          ".claude-checkpoint.md",
          "docs/checkpoints/epic-EPIC-001.md",
          "memory/state/phase.json",
          "memory/state/tasks.json",
          ".git/HEAD",
          ".git/config",
          ".git/packed-refs",
          ".git/index",
          ".git/refs/heads/main",
          ".git/info/exclude",
          ".git/info/attributes",
          ".git/objects/info/alternates",
          ".git/shallow",
          ".gitignore",
          ".gitattributes");

  private static final List<String> VERBS =
      List.of(
          "list",
          "status --run state/implement/checkpoint-infrastructure",
          "resume --run state/implement/checkpoint-infrastructure",
          "history --run state/implement/checkpoint-infrastructure",
          "validate --run phase/dev",
          "note --decision yes --run state/implement/checkpoint-infrastructure",
          "enter zz --run state/implement/checkpoint-infrastructure",
          "done implementation --summary Works. --run state/implement/checkpoint-infrastructure",
          "config",
          "workflows",
          "why",
          "doctor",
          "gate --run phase/dev",
          "statusline",
          "hook claude-code SessionStart",
          "hook claude-code UserPromptSubmit",
          "hook claude-code PreToolUse",
          "hook claude-code PreCompact",
          "hook claude-code Stop");

  /// One of each kind: a list, a reader, the engine, a change, the first hook and a guard.
  private static final List<String> SOME_VERBS =
      List.of(
          "list",
          "resume --run state/implement/checkpoint-infrastructure",
          "note --decision yes --run state/implement/checkpoint-infrastructure",
          "doctor",
          "hook claude-code SessionStart",
          "hook claude-code PreToolUse");

  @TempDir private Path temp;

  private enum Kind {
    FIFO,
    ENDLESS_DEVICE,
    STANDARD_INPUT,
    SOCKET,
    FOLDER,
    ENDLESS_LINK,
    OUTWARD_LINK,
    BLOCKING_SYSTEM_FILE,
    SPARSE;

    void put(Path file, Path outside) throws IOException, InterruptedException {
      switch (this) {
        case FIFO ->
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
        case ENDLESS_DEVICE -> Files.createSymbolicLink(file, Path.of("/dev/zero"));
        case STANDARD_INPUT -> Files.createSymbolicLink(file, outside.resolve("fifo"));
        case SOCKET -> socket(file, outside);
        case FOLDER -> Files.createDirectory(file);
        case ENDLESS_LINK -> Files.createSymbolicLink(file, file.getFileName());
        case OUTWARD_LINK -> Files.createSymbolicLink(file, outside.resolve("text"));
        case BLOCKING_SYSTEM_FILE -> Files.createSymbolicLink(file, Path.of("/proc/kmsg"));
        case SPARSE -> {
          try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(3L << 30);
          }
        }
      }
    }

    /// A path of a socket is short, so it is bound elsewhere and moved.
    private static void socket(Path file, Path outside) throws IOException {
      var short_ = Files.createTempDirectory("s").resolve("s");
      try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(short_));
        Files.move(short_, file);
      } finally {
        Files.deleteIfExists(short_);
        Files.delete(short_.getParent());
      }
    }
  }

  private static void remove(Path path) throws IOException {
    if (Files.notExists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var below = Files.walk(path)) {
      for (var each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static Ran run(CommandLineHarness tidemark, String line) throws InterruptedException {
    var ran = new AtomicReference<Ran>();
    var event = "{\"session_id\":\"s\",\"cwd\":\"%s\",\"prompt\":\"go\",\"tool_name\":\"Bash\"}";
    var given = tidemark.given(event.formatted(tidemark.scratch().root()));
    var thread = Thread.ofPlatform().daemon().start(() -> ran.set(given.run(line)));
    thread.join(PATIENCE);
    return ran.get();
  }

  /// Puts the project back to what it was.
  private static void restore(Path template, Path root) throws IOException {
    remove(root);
    try (var paths = Files.walk(template)) {
      for (var path : paths.toList()) {
        Files.copy(path, root.resolve(template.relativize(path).toString()), COPY_ATTRIBUTES);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothing_in_the_place_of_a_file_blocks_a_verb_or_a_hook(Kind kind) throws Exception {
    var outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("text"), "text\n");
    Kind.FIFO.put(outside.resolve("fifo"), outside);
    var tidemark = Protocol.all(Files.createDirectory(temp.resolve("project")));
    tidemark.after("init", "adopt");
    var root = tidemark.scratch().root();
    var template = Files.createDirectory(temp.resolve("template"));
    Files.delete(template);
    restore(root, template);
    var failures = new ArrayList<String>();
    for (var path : files(kind)) {
      restore(template, root);
      var file = root.resolve(path);
      Files.createDirectories(file.getParent());
      remove(file);
      kind.put(file, outside);
      for (var verb : kind == Kind.FIFO ? VERBS : SOME_VERBS) {
        var failure = failure(verb, run(tidemark, verb));
        if (failure != null) {
          failures.add(path + ": " + verb + ": " + failure);
        }
      }
    }
    assertThat(outside.resolve("text")).hasContent("text\n");
    assertThat(failures).isEmpty();
  }

  /// What git itself reads whole is not made endlessly large here.
  private static List<String> files(Kind kind) {
    return kind == Kind.SPARSE
        ? FILES.stream().filter(path -> !path.startsWith(".git")).toList()
        : FILES;
  }

  private static @Nullable String failure(String verb, @Nullable Ran ran) {
    if (ran == null) {
      return "blocked";
    }
    var err = ran.err();
    boolean failed =
        err.contains("\tat ")
            || err.contains("OutOfMemory")
            || ran.exit() > 5
            || (verb.startsWith("hook") && (ran.exit() != 0 || err.contains("longer than")));
    return failed ? ran.exit() + " " + err.substring(0, Math.min(1200, err.length())) : null;
  }
}
