package dev.tidemark.app.main.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Journal register in the user's own folder: one small file per journal, rewritten in place with
/// each change and without fsync. No checkout can bring it along, and the hooks guard it.
///
/// Crash-safe: a file that is torn names a journal whose newest record is unknown. It is written
/// where the variables name the folder. It is read there, and if there is nothing in the home of
/// the password database: a variable must not hide a registered journal.
final class JournalRegisterFile implements JournalRegister {
  private static final int NAME = 32;

  /// Digits of the number of a record, and of the checksum.
  private static final int DIGITS = 19;

  private static final int CHECK = 16;
  private static final int BYTES_MAX = 4096;

  private final Path root;
  private final Map<String, String> environment;
  private final Supplier<@Nullable Path> home;
  private @Nullable Path account;
  private boolean asked;

  /// @param root the root of the project
  /// @param environment the variables of the process
  /// @param home finds the home of the user
  JournalRegisterFile(Path root, Map<String, String> environment, Supplier<@Nullable Path> home) {
    this.root = root;
    this.environment = environment;
    this.home = home;
  }

  @Override
  public @Nullable Entry find(CheckpointId id) {
    var own = UserFolder.of(environment);
    var entry = read(own, id);
    var other = entry == null ? accountFolder() : null;
    return other == null || other.equals(own) ? entry : read(other, id);
  }

  /// The password database is read once: every run without a journal is looked up.
  private @Nullable Path accountFolder() {
    if (!asked) {
      var found = home.get();
      account = found == null ? null : found.resolve(".config/tidemark");
      asked = true;
    }
    return account;
  }

  private @Nullable Entry read(@Nullable Path folder, CheckpointId id) {
    if (folder == null) {
      return null;
    }
    try {
      var file = file(folder, id);
      if (!Files.exists(file)) {
        return null;
      }
      var text = new String(BoundedFile.bytes(file, BYTES_MAX), UTF_8);
      int end = text.length() - CHECK - 1;
      var fields = end < 0 ? new String[0] : text.substring(0, end).split("\t", -1);
      boolean whole =
          fields.length == 5 && text.equals(line(fields[0], fields[1], fields[2], fields[3]));
      return whole
          ? new Entry(
              Long.parseLong(fields[1]), fields[2], fields[3].equals(folder()), file.toString())
          : new Entry(0, "", true, file.toString());
    } catch (IOException | NumberFormatException unreadable) {
      return null;
    }
  }

  @Override
  public void put(CheckpointId id, long sequence, String digest) {
    var folder = UserFolder.of(environment);
    if (folder == null) {
      return;
    }
    try {
      var file = file(folder, id);
      UserFolder.make(folder.resolve("journals"));
      var number = Long.toString(sequence);
      var padded = "0".repeat(DIGITS - number.length()) + number;
      var bytes = line(id.toString(), padded, digest, folder()).getBytes(UTF_8);
      if (!Files.exists(file)) {
        Files.createFile(file, UserFolder.owner(file, "rw-------"));
      }
      try (var output = new RandomAccessFile(file.toFile(), "rw")) {
        output.write(bytes);
        if (output.length() != bytes.length) {
          output.setLength(bytes.length);
        }
      }
    } catch (IOException unwritable) {
      // Without it a removed or shortened journal is not noticed; the change itself is recorded.
    }
  }

  private static String line(String id, String sequence, String digest, String folder) {
    var text = id + "\t" + sequence + "\t" + digest + "\t" + folder + "\t";
    return text + Sha256.hex(text.getBytes(UTF_8)).substring(0, CHECK) + "\n";
  }

  /// Returns what tells the folder of the project from another one at the same path: its inode,
  /// which a folder made anew mostly gets again, and the time of its creation. A file system that
  /// keeps none tells the last modification in its place.
  private String folder() throws IOException {
    var found = Files.readAttributes(root, BasicFileAttributes.class);
    var key = found.fileKey();
    var text = key == null ? "" : key.toString();
    int inode = text.indexOf("ino=");
    var created = found.creationTime();
    return (inode < 0 ? text : text.substring(inode))
        + (created.equals(found.lastModifiedTime()) ? "" : "@" + created.toMillis());
  }

  private Path file(Path folder, CheckpointId id) throws IOException {
    var name = root.toRealPath() + "\n" + id;
    return folder.resolve("journals").resolve(Sha256.hex(name.getBytes(UTF_8)).substring(0, NAME));
  }
}
