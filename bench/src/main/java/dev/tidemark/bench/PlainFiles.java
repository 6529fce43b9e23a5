package dev.tidemark.bench;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the disk alone charges for a durable update: no lock, no check, no encoding.
///
/// The same calls on the same amounts of bytes as a store that journals makes, on files of its own.
final class PlainFiles implements AutoCloseable {
  private final Path document;
  private final Path temporary;
  private final FileChannel folder;
  private final FileChannel journal;

  PlainFiles(Path place) throws IOException {
    Files.createDirectories(place);
    document = place.resolve("document.json");
    temporary = place.resolve("document.json.tmp");
    folder = FileChannel.open(place, READ);
    journal = FileChannel.open(place.resolve("journal.jsonl"), CREATE_NEW, WRITE, APPEND);
  }

  /// Appends a record and replaces the document, and returns when both are on the disk.
  void update(byte[] record, byte[] text) throws IOException {
    try (FileChannel written = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
      writeAll(written, text);
      written.force(true);
    }
    writeAll(journal, record);
    journal.force(false);
    Files.move(temporary, document, ATOMIC_MOVE);
    folder.force(true);
  }

  private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    journal.close();
    folder.close();
  }
}
