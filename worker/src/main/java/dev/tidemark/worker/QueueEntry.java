package dev.tidemark.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Queue entry: a run whose phases workers work at, one after the other.
///
/// It holds no files and no secrets: what a phase needs is in the repository, what has happened in
/// the journal.
///
/// @param run the run
/// @param tags what a worker has to offer, sorted, each once
/// @param options the options of `tidemark run`, by their names
/// @param seen the number of the newest journal entry when a worker last found that the run has to
///   wait; 0 if it does not wait
/// @param waits how often workers have found so in a row
/// @param reason why the run waits; empty if it does not
public record QueueEntry(
    CheckpointId run, List<String> tags, JsonObject options, long seen, int waits, String reason) {
  private static final String TAGS = "tags";
  private static final String OPTIONS = "options";

  /// Sorts the tags.
  public QueueEntry {
    tags = tags.stream().distinct().sorted().toList();
  }

  /// Returns an entry that does not wait.
  public static QueueEntry of(CheckpointId run, List<String> tags, JsonObject options) {
    return new QueueEntry(run, tags, options, 0, 0, "");
  }

  /// Returns it as it is after a phase that was completed.
  ///
  /// @param needed what a worker has to offer for the next phase
  public QueueEntry ready(List<String> needed) {
    return of(run, needed, options);
  }

  /// Returns it as waiting until the journal of the run has more than it has now.
  ///
  /// @param newest the number of the newest journal entry
  public QueueEntry waiting(long newest, String why) {
    return new QueueEntry(run, tags, options, newest, newest == seen ? waits + 1 : 1, why);
  }

  byte[] bytes() {
    var json =
        JsonObject.builder()
            .add("dialect", run.dialect())
            .add("workflow", run.workflow())
            .addIfPresent("item", run.item())
            .add(TAGS, JsonArray.ofStrings(tags))
            .add(OPTIONS, options)
            .add("seen", seen)
            .add("waits", waits)
            .add("reason", reason);
    return JsonText.compact(json.build()).getBytes(UTF_8);
  }

  static QueueEntry of(byte[] bytes) {
    var json = (JsonObject) JsonText.parse(new String(bytes, UTF_8));
    var run =
        new CheckpointId(
            Objects.requireNonNull(json.string("dialect")),
            Objects.requireNonNull(json.string("workflow")),
            json.string("item"));
    var tags = new ArrayList<String>();
    var words = json.array(TAGS);
    for (var word : words == null ? JsonArray.EMPTY.elements() : words.elements()) {
      if (word instanceof JsonString tag) {
        tags.add(tag.value());
      }
    }
    return new QueueEntry(
        run,
        tags,
        json.find(OPTIONS) instanceof JsonObject options ? options : JsonObject.EMPTY,
        whole(json, "seen"),
        (int) whole(json, "waits"),
        Objects.requireNonNullElse(json.string("reason"), ""));
  }

  private static long whole(JsonObject json, String key) {
    var number = json.number(key);
    return number == null ? 0 : number.wholeValue().orElse(0);
  }
}
