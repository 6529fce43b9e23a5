package dev.tidemark.app.main.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Journal register file in the user's own folder: one file per project, a line per journal that
/// was begun, append-only. No checkout can bring it along, and the hooks guard it.
///
/// It is written where the variables name the folder. It is read there, and in the home of the
/// password database too: a variable must not hide a registered journal.
final class JournalRegisterFile implements JournalRegister {
  private static final int NAME = 32;

  private final Path root;
  private final Map<String, String> environment;
  private final Supplier<@Nullable Path> home;

  /// @param root the root of the project
  /// @param environment the variables of the process
  /// @param home finds the home of the user
  JournalRegisterFile(Path root, Map<String, String> environment, Supplier<@Nullable Path> home) {
    this.root = root;
    this.environment = environment;
    this.home = home;
  }

  @Override
  public boolean contains(CheckpointId id) {
    var own = home.get();
    return names(UserFolder.of(environment), id)
        || names(own == null ? null : own.resolve(".config/tidemark"), id);
  }

  private boolean names(@Nullable Path folder, CheckpointId id) {
    if (folder == null) {
      return false;
    }
    try {
      var file = file(folder);
      return Files.exists(file) && ("\n" + BoundedFile.text(file)).contains("\n" + id + "\n");
    } catch (IOException unreadable) {
      return false;
    }
  }

  @Override
  public void add(CheckpointId id) {
    var folder = UserFolder.of(environment);
    if (folder == null) {
      return;
    }
    try {
      var file = file(folder);
      Files.createDirectories(folder.resolve("journals"));
      Files.write(
          file, (id + "\n").getBytes(UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException unwritable) {
      // Without it a removed journal is not noticed; the change itself is recorded.
    }
  }

  private Path file(Path folder) throws IOException {
    var name = root.toRealPath().toString();
    return folder.resolve("journals").resolve(Sha256.hex(name.getBytes(UTF_8)).substring(0, NAME));
  }
}
