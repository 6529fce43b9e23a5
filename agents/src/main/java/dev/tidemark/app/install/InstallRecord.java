package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Install record: what a file held before an installation changed it, in the user's folder, so
/// that uninstalling gives it back byte for byte, and removes only files that it had created.
///
/// A text is given back if the file is still as the installation left it; otherwise our entries are
/// taken out of it, and the rest stays. Without a record a file that held nothing else is removed.
final class InstallRecord {
  private static final String FILE = "file";
  private static final String BEFORE = "before";
  private static final String WRITTEN = "written";
  private static final String NAME = "tidemark";

  private final @Nullable Path folder;

  /// @param environment the variables that name the user's folder
  InstallRecord(Map<String, String> environment) {
    var own = UserFolder.of(environment);
    this.folder = own == null ? null : own.resolve("installed");
  }

  /// Returns what is left of a file that holds nothing but empty containers and comments once our
  /// entries are out: nothing if an installation created it.
  ///
  /// @param rest the text without our entries
  @Nullable String rest(Path file, String rest) throws IOException {
    var known = read(file);
    return known == null || known.string(BEFORE) == null ? null : rest;
  }

  /// Returns the edit that removes an installation, with the text from before it where that is
  /// known.
  FileEdit givingBack(FileEdit edit) throws IOException {
    var known = read(edit.file());
    var after = edit.after();
    var before = known == null ? null : known.string(BEFORE);
    boolean whole = after == null || !after.contains(NAME);
    return known != null
            && whole
            && digest(edit.before()).equals(known.string(WRITTEN))
            && (before == null || !before.contains(NAME))
        ? new FileEdit(edit.file(), edit.before(), before)
        : edit;
  }

  /// Remembers an edit that was made; forgets the file once nothing of ours is in it.
  void made(FileEdit edit) throws IOException {
    var after = edit.after();
    if (folder == null || edit.effect() == FileEdit.Effect.UNCHANGED) {
      return;
    }
    var place = place(folder, edit.file());
    if (after == null || !after.contains(NAME)) {
      Files.deleteIfExists(place);
      return;
    }
    var known = read(edit.file());
    var before =
        known != null && digest(edit.before()).equals(known.string(WRITTEN))
            ? known.string(BEFORE)
            : edit.before();
    var record =
        JsonObject.builder()
            .add(FILE, edit.file().toString())
            .addIfPresent(BEFORE, before)
            .add(WRITTEN, digest(after))
            .build();
    UserFolder.make(folder);
    new TextFileReplacement().overwritePrivate(place, JsonText.compact(record) + "\n");
  }

  private @Nullable JsonObject read(Path file) throws IOException {
    var place = folder == null ? null : place(folder, file);
    if (place == null || !Files.isRegularFile(place)) {
      return null;
    }
    try {
      return JsonText.parse(BoundedFile.text(place)) instanceof JsonObject record ? record : null;
    } catch (JsonException damaged) {
      return null;
    }
  }

  private static Path place(Path folder, Path file) {
    return folder.resolve(digest(file.toString()).substring(0, 32) + ".json");
  }

  private static String digest(@Nullable String text) {
    return text == null ? "" : Sha256.hex(text.getBytes(UTF_8));
  }
}
