package dev.tidemark.evidence.report;

import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.ReportPassed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reader of the reports of one import: what all of its files come to decides a gate.
///
/// A report is hostile input. Readers resolve no entity and no reference out of the file, and keep
/// nothing of it but counts and the names of tools.
public abstract sealed class ReportReader
    permits JUnitReportReader, SarifReportReader, StatementReader {
  /// The size limit of a file, in bytes; JSON, which is kept in memory, has that of [JsonText].
  public static final int BYTES_MAX = 16 * 1024 * 1024;

  /// The longest text of a report that is kept.
  private static final int TEXT_MAX = 200;

  private final List<String> tools = new ArrayList<>();

  ReportReader() {}

  /// Returns the reader of a gate.
  ///
  /// @param content the ids of the git objects that an in-toto statement has to be about one of
  /// @param signers who may sign in-toto statements
  public static ReportReader of(
      ReportPassed gate, Set<String> content, AllowedSigners signers, Instant now) {
    return switch (gate.format()) {
      case JUNIT -> new JUnitReportReader();
      case SARIF -> new SarifReportReader(gate.options().getFirst());
      case IN_TOTO -> new StatementReader(gate.options(), content, signers, now);
    };
  }

  /// Reads a file.
  ///
  /// @return the allowed signer whose signature is in it; null if there is none
  /// @throws UnreadableReportException if it is not a report of the format
  public abstract @Nullable String read(byte[] file) throws UnreadableReportException;

  /// Returns how many there are of what the files list, by its word.
  public abstract Map<String, Long> counts();

  /// Returns why the reports do not pass; nothing if they do.
  public abstract List<String> blockers();

  /// Returns the names of the tools, as far as the files have them.
  public final List<String> tools() {
    return List.copyOf(tools);
  }

  final void addTool(String tool) {
    var name = shortened(tool);
    if (!tools.contains(name)) {
      tools.add(name);
    }
  }

  /// Returns a text of the file for a message or the journal: one line of limited length, without
  /// secrets.
  static String shortened(String text) {
    var line = Secrets.redacted(text.replaceAll("\\p{Cntrl}", " "));
    return line.length() > TEXT_MAX ? line.substring(0, TEXT_MAX) + "…" : line;
  }

  static JsonObject json(byte[] file) throws UnreadableReportException {
    var text = Utf8.decode(file);
    if (text.isEmpty()) {
      throw new UnreadableReportException("it is not UTF-8");
    }
    return json(text.get());
  }

  static JsonObject json(String text) throws UnreadableReportException {
    try {
      if (JsonText.parse(text) instanceof JsonObject object) {
        return object;
      }
      throw new UnreadableReportException("it is not a JSON object");
    } catch (JsonException damaged) {
      throw new UnreadableReportException("it is not JSON: " + damaged.getMessage());
    }
  }

  /// Returns the object under a key; the empty one if there is none.
  static JsonObject object(JsonObject parent, String key) {
    var object = parent.object(key);
    return object == null ? JsonObject.EMPTY : object;
  }

  /// Returns the objects in the array under a key.
  ///
  /// @throws UnreadableReportException if something else is in it
  static List<JsonObject> objects(JsonObject parent, String key) throws UnreadableReportException {
    var objects = new ArrayList<JsonObject>();
    var array = parent.array(key);
    for (var element : array == null ? List.<Json>of() : array.elements()) {
      if (!(element instanceof JsonObject object)) {
        throw new UnreadableReportException("its " + key + " are not objects");
      }
      objects.add(object);
    }
    return objects;
  }
}
