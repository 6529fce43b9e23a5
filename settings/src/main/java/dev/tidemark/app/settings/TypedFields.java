package dev.tidemark.app.settings;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Typed field access for a JSON configuration. An invalid field is reported with its position;
/// unknown fields are ignored.
final class TypedFields {
  private static final int SHOWN_MAX = 40;

  /// The names of fields with confidential values.
  private static final List<String> SECRET = List.of("token", "secret", "apikey", "password");

  private final String file;
  private final String prefix;
  private final JsonObject object;

  TypedFields(String file, String prefix, JsonObject object) {
    this.file = file;
    this.prefix = prefix;
    this.object = object;
  }

  /// Reads a file of the project.
  ///
  /// @return null if there is none
  /// @throws SettingsException if there is one that is no JSON
  static @Nullable Json read(Path root, String name) {
    var file = root.resolve(name);
    try {
      return Files.exists(file) ? JsonText.parse(BoundedFile.text(file, root)) : null;
    } catch (JsonException damaged) {
      throw new SettingsException(name, "", "is damaged at " + damaged.getMessage(), "JSON");
    } catch (IOException failure) {
      throw new SettingsException(
          name, "", "cannot be read (" + DiskReason.of(failure) + ")", "a UTF-8 file");
    }
  }

  /// Returns a group of fields, empty where it is missing.
  TypedFields group(String key) {
    var value = object.find(key);
    if (value == null) {
      return new TypedFields(file, prefix + key + ".", JsonObject.EMPTY);
    }
    if (value instanceof JsonObject group) {
      return new TypedFields(file, prefix + key + ".", group);
    }
    throw wrong(key, value, "an object");
  }

  boolean flag(String key, boolean otherwise) {
    var value = object.find(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof JsonBoolean flag) {
      return flag.value();
    }
    throw new SettingsException(file, prefix + key, "is neither true nor false", "true or false");
  }

  /// Returns a whole number, at least `least`.
  int number(String key, int otherwise, int least) {
    var value = object.find(key);
    if (value == null) {
      return otherwise;
    }
    long number = value instanceof JsonNumber json ? json.wholeValue().orElse(-1) : -1;
    if (number < least || number > Integer.MAX_VALUE) {
      throw wrong(key, value, "a whole number from " + least + " to " + Integer.MAX_VALUE);
    }
    return (int) number;
  }

  /// Returns the value of any type; null if it is missing.
  @Nullable Json find(String key) {
    return object.find(key);
  }

  /// Returns a text that is not blank; null where it is missing.
  @Nullable String text(String key) {
    var value = object.find(key);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonString text && !text.value().isBlank()) {
      return text.value();
    }
    throw wrong(key, value, "a text that is not empty");
  }

  /// Returns a list of texts; null where it is missing.
  @Nullable List<String> texts(String key) {
    var value = object.find(key);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonArray array && array.strings().size() == array.size()) {
      return array.strings();
    }
    throw wrong(key, value, "a list of texts");
  }

  /// Returns the exception for an invalid value.
  SettingsException wrong(String key, Json value, String expected) {
    var shown = JsonText.compact(value);
    shown = shown.length() <= SHOWN_MAX ? shown : shown.substring(0, SHOWN_MAX) + "...";
    return new SettingsException(file, prefix + key, "is " + shown, expected);
  }

  /// Returns the exception for an invalid value, without repeating it.
  SettingsException wrongWithoutValue(String key, String problem, String expected) {
    return new SettingsException(file, prefix + key, problem, expected);
  }

  /// Warns about fields that look like secrets, without their values.
  ///
  /// @param others the names, in lower case, of more fields with confidential values
  List<Notice> secrets(String... others) {
    var notices = new ArrayList<Notice>();
    for (var member : object.members()) {
      var word = member.key().toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
      if (isSecret(word) || List.of(others).contains(word)) {
        notices.add(
            new Notice(
                "secret-in-project",
                file
                    + ": "
                    + prefix
                    + member.key()
                    + " is not read: keys come from the environment or the user's own file"));
      }
    }
    return notices;
  }

  private static boolean isSecret(String word) {
    for (var secret : SECRET) {
      if (word.contains(secret)) {
        return !word.endsWith("env");
      }
    }
    return false;
  }
}
