package dev.tidemark.app.settings;

import dev.tidemark.app.settings.file.SealKey;
import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Token file: the API tokens of a project's server, `.tidemark/tokens.json`. It holds only hashes
/// of tokens, and only its owner may read it.
///
/// Each entry carries an HMAC-SHA256 made with a key from the user's own folder, so that an entry
/// that was added or changed by hand has no rights.
public final class TokenFile {
  private static final String NAME = "tokens.json";

  private static final String SEAL = "seal";

  private final Path root;
  private final StateFolder stateFolder;
  private final SealKey key;

  /// Takes the root of the project and the variables of the process.
  public TokenFile(Path root, Map<String, String> environment) {
    this.root = root;
    this.stateFolder = StateFolder.of(root);
    this.key = new SealKey(root, environment);
  }

  /// API token of a user.
  ///
  /// @param name its user
  /// @param scopes its permissions, in the words of the server
  /// @param hash the hash of the token
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

    /// Returns the input of the HMAC: the project and everything in the entry.
    private String sealed(Path root) throws IOException {
      return root.toRealPath() + "\n" + JsonText.compact(json());
    }

    /// Returns its public fields.
    public JsonObject shown() {
      return JsonObject.builder()
          .add("name", name)
          .add("scopes", scopes)
          .add("made_at", madeAt)
          .build();
    }
  }

  /// Returns its path.
  public Path path() {
    return stateFolder.path().resolve(NAME);
  }

  /// Returns its path as messages show it.
  public String shown() {
    return stateFolder.shown(path());
  }

  /// Returns all tokens that were made by `serve token add`, in the order they were made.
  ///
  /// @throws SettingsException if the file is damaged
  /// @throws IOException if it cannot be read
  public List<Entry> read() throws IOException {
    var file = path();
    return Files.exists(file) ? entries(text(file), true) : List.of();
  }

  /// Returns the names of the tokens without rights, because they were added or changed by hand, or
  /// by another user.
  ///
  /// @throws SettingsException if the file is damaged
  /// @throws IOException if it cannot be read
  public List<String> tokensWithoutRights() throws IOException {
    var names = new ArrayList<String>();
    var file = path();
    if (Files.exists(file)) {
      for (var entry : entries(text(file), false)) {
        names.add(entry.name());
      }
    }
    return names;
  }

  private String text(Path file) throws IOException {
    return BoundedFile.text(file, stateFolder.location().base());
  }

  private List<Entry> entries(String text, boolean genuine) throws IOException {
    try {
      var tokens = ((JsonObject) JsonText.parse(text)).array("tokens");
      var entries = new ArrayList<Entry>();
      for (var token : (tokens == null ? JsonArray.EMPTY : tokens).elements()) {
        var json = (JsonObject) token;
        var entry = Entry.of(json);
        if (key.verifies(entry.sealed(root), json.string(SEAL)) == genuine) {
          entries.add(entry);
        }
      }
      return entries;
    } catch (JsonException | ClassCastException damaged) {
      throw new SettingsException(shown(), "", "something else", "a list of tokens");
    }
  }

  /// Puts other tokens in the place of those that were read. Those without rights go.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if a link resolves outside the
  ///   project
  /// @throws IOException if that failed, or a concurrent change was made; the previous tokens stay
  ///   valid
  public void replace(List<Entry> before, List<Entry> after) throws IOException {
    stateFolder.prepare();
    var file = path();
    boolean there = Files.exists(file);
    var text = there ? text(file) : "";
    if (!before.equals(there ? entries(text, true) : List.of())) {
      throw new IOException(shown() + " was changed by another process just now; nothing was done");
    }
    var all = new ArrayList<JsonObject>();
    for (var entry : after) {
      all.add(entry.json().with(SEAL, key.seal(entry.sealed(root))));
    }
    var json = JsonObject.builder().add("tokens", JsonArray.of(all)).build();
    stateFolder.guard().check(file);
    new TextFileReplacement().replacePrivate(file, text, JsonText.pretty(json) + "\n");
  }
}
