package dev.tidemark.app.settings;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.Bounds;
import dev.tidemark.stores.file.DiskIo;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The tokens that the server of a project knows, `.tidemark/tokens.json`. It holds no token, only
/// what tells a right one, and nobody but its owner may read it.
public final class TokenFile {
  private static final String NAME = ".tidemark/tokens.json";

  private final Path root;
  private final Path file;

  /// Takes the root of the project.
  public TokenFile(Path root) {
    this.root = root;
    this.file = root.resolve(NAME);
  }

  /// Somebody's token.
  ///
  /// @param name whose it is
  /// @param scopes what it is for, in the words of the server
  /// @param hash tells a right one
  /// @param madeAt when it was made
  public record Entry(String name, List<String> scopes, String hash, String madeAt) {
    /// Takes its own copy.
    public Entry {
      scopes = List.copyOf(scopes);
    }

    private static Entry of(JsonObject json) {
      return new Entry(
          String.valueOf(json.string("name")),
          json.strings("scopes"),
          String.valueOf(json.string("hash")),
          String.valueOf(json.string("made_at")));
    }

    private JsonObject json() {
      return shown().with("hash", hash);
    }

    /// Returns what may be shown of it.
    public JsonObject shown() {
      return JsonObject.builder()
          .add("name", name)
          .add("scopes", scopes)
          .add("made_at", madeAt)
          .build();
    }
  }

  /// Returns where it is.
  public Path path() {
    return file;
  }

  /// Returns all tokens, in the order they were made.
  ///
  /// @throws SettingsException if the file is damaged
  /// @throws IOException if it cannot be read
  public List<Entry> read() throws IOException {
    return Files.exists(file) ? entries(BoundedFile.text(file)) : List.of();
  }

  private static List<Entry> entries(String text) {
    try {
      var tokens = ((JsonObject) JsonText.parse(text)).array("tokens");
      var entries = new ArrayList<Entry>();
      for (var token : (tokens == null ? JsonArray.EMPTY : tokens).elements()) {
        entries.add(Entry.of((JsonObject) token));
      }
      return entries;
    } catch (JsonException | ClassCastException damaged) {
      throw new SettingsException(NAME, "", "something else", "a list of tokens");
    }
  }

  /// Puts other tokens in the place of those that were read.
  ///
  /// @throws dev.tidemark.store.ForbiddenException if a link leads out of the project
  /// @throws IOException if that failed, or somebody else has made or removed one since; those
  ///   before still hold
  public void replace(List<Entry> before, List<Entry> after) throws IOException {
    boolean there = Files.exists(file);
    var text = there ? BoundedFile.text(file) : "";
    if (!before.equals(there ? entries(text) : List.of())) {
      throw new IOException(NAME + " was changed by somebody else just now; nothing was done");
    }
    var all = new ArrayList<JsonObject>();
    for (var entry : after) {
      all.add(entry.json());
    }
    var json = JsonObject.builder().add("tokens", JsonArray.of(all)).build();
    new Bounds(new DiskIo(), root).check(file);
    new WholeFile().replacePrivate(file, text, JsonText.pretty(json) + "\n");
  }
}
