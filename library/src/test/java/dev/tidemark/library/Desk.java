package dev.tidemark.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.testkit.SettableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A manager at work in a scratch repository, and what it complains about.
final class Desk {
  public static final Instant START = Instant.parse("2026-02-13T14:30:00.123Z");
  static final String NOW = "2026-02-13T14:30:00.123Z";

  final ScratchRepository scratch;
  final SettableClock clock = new SettableClock(START);
  private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
  final CheckpointManager manager;

  private Desk(ScratchRepository scratch, StorageIo disk) {
    this.scratch = scratch;
    this.manager = manager(disk);
  }

  /// Returns a desk in a repository with one commit, which ignores what checkpoints need ignored.
  static Desk in(Path folder) {
    return in(folder, new DiskIo());
  }

  static Desk in(Path folder, StorageIo disk) {
    var scratch = ScratchRepository.in(folder);
    scratch.write(".gitignore", ".claude/state/\n").commit("Begin");
    return new Desk(scratch, disk);
  }

  /// Returns a desk in a folder that is no repository.
  static Desk outside(Path folder) {
    return new Desk(ScratchRepository.without(folder), new DiskIo());
  }

  /// Returns another manager of the same project, which shares nothing with this one.
  CheckpointManager manager(StorageIo disk) {
    var environment = scratch.environment(System.getenv());
    var project = Project.around(scratch.root(), environment).clock(clock).io(disk).open();
    var stream = new PrintStream(complaints, true, UTF_8);
    return new CheckpointManager(project, stream, Actor.tool("test"));
  }

  /// Returns the lines of diagnostics since the last call.
  List<String> said() {
    var lines = complaints.toString(UTF_8).lines().toList();
    complaints.reset();
    return lines;
  }

  Path file(String name) {
    return scratch.root().resolve(".claude/state").resolve(name);
  }

  String text(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonObject document(String name) {
    return json(text(name));
  }

  JsonObject entry(String name, String phase) {
    var phases = document(name).object("phases");
    var entry = phases == null ? null : phases.object(phase);
    if (entry == null) {
      throw new AssertionError("no phase " + phase + " in " + text(name));
    }
    return entry;
  }

  JsonObject state(String name) {
    var state = document(name).object("state");
    if (state == null) {
      throw new AssertionError("no state in " + text(name));
    }
    return state;
  }

  Desk put(String name, String text) {
    return put(name, text.getBytes(UTF_8));
  }

  Desk put(String name, byte[] bytes) {
    try {
      Files.createDirectories(file(name).getParent());
      Files.write(file(name), bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns every file of the project with its time and content; git's own and the note of the
  /// last refusal are left out.
  Map<String, String> everything() {
    var found = new TreeMap<String, String>();
    try (var paths = Files.walk(scratch.root())) {
      for (var path : paths.toList()) {
        var name = scratch.root().relativize(path).toString();
        boolean state = name.startsWith(".git/tidemark/");
        if (name.endsWith("/refusal.json") || (name.startsWith(".git") && !state)) {
          continue;
        }
        if (Files.isRegularFile(path)) {
          var bytes =
              new String(Files.readAllBytes(path), java.nio.charset.StandardCharsets.ISO_8859_1);
          found.put(name, Files.getLastModifiedTime(path) + " " + bytes);
        } else {
          found.put(name, "folder");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text);
  }

  static String words(int count) {
    return String.join(" ", IntStream.range(0, count).mapToObj(i -> "word").toList());
  }

  /// Returns a document as a caller would make it.
  static JsonObject fresh() {
    return json(
        """
        {"version":1,"state":{"current_phase":null,"completed_phases":[],"pending_phases":[]},\
        "phases":{}}\
        """);
  }
}
