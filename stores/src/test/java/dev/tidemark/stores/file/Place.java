package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A project on the real disk, and what the tests do to it.
public record Place(Path root, StorageIo io) {
  public static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");
  static final Instant NOW = Instant.parse("2026-02-13T14:30:00Z");

  public Place(Path root) {
    this(root, new DiskIo());
  }

  public FileStore open() {
    return open(io);
  }

  public FileStore open(StorageIo io) {
    return new FileStore(root, io, new FlatLayout());
  }

  Path document() {
    return root.resolve("state/implement-auth.json");
  }

  public Path journal() {
    return root.resolve(".tidemark/journal/state/implement-auth.json");
  }

  Path segment() {
    return journal().resolve("000001.jsonl");
  }

  public String text() throws IOException {
    return Files.readString(document());
  }

  /// Replaces the document, whatever it is.
  public Revision put(String text) {
    return put(open(), text);
  }

  public static Revision put(FileStore store, String text) {
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    return replace(store, text, expected);
  }

  static Revision replace(FileStore store, String text, Revision expected) {
    var events = List.<Event>of(new Event.DocumentSaved());
    return store.replace(
        new DocumentWrite(
            RUN,
            text,
            expected,
            new RecordMetadata(NOW, Actor.tool("test"), events, Evidence.NONE)));
  }

  /// Makes an [earlier][Wanted#earlier] write, whatever the document is.
  Revision write(Wanted wanted) {
    var store = open();
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    return store.replace(wanted.earlier(expected));
  }

  /// Returns the names beside the document that no protocol knows.
  List<String> leftovers() throws IOException {
    try (var names = Files.list(root.resolve("state"))) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith("tmp"))
          .toList();
    }
  }

  /// Copies everything to another folder.
  Place copyTo(Path other) throws IOException {
    try (var all = Files.walk(root)) {
      for (var path : all.toList()) {
        var copy = other.resolve(root.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    }
    return new Place(other, io);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
