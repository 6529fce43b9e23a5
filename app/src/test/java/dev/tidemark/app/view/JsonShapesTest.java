package dev.tidemark.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/cli/json.md` shows one session; every answer in it has the keys and types that the program
/// really gives. A command without an answer is run for those after it.
@Proves("R-USR-04")
class JsonShapesTest {
  private static final Pattern COMMAND =
      Pattern.compile("```sh\n((?:[^`].*\n)+)```(?:\n\n```json\n)?");
  private static final Pattern REMOVE = Pattern.compile("rm (\\S+)");
  private static final Pattern WRITE = Pattern.compile("printf '?([^' ]+)'? > (\\S+)");

  /// A text too long for a page; where it begins is enough of it.
  private static final Pattern LONG =
      Pattern.compile("(?<=: \")(CC{59})C{140}C*+(?=\")".replace("C", "(?:[^\"\\\\]|\\\\.)"));

  @TempDir private Path temp;

  /// A line of the session.
  ///
  /// @param line what is typed
  /// @param answer what is printed; empty where nothing is shown
  /// @param at where on the page the answer is
  private record Step(String line, String answer, int at) {}

  @Test
  void every_answer_has_the_keys_and_types_that_the_page_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var written = new StringBuilder();
    int compared = 0;
    int kept = 0;
    for (var step : steps()) {
      var write = WRITE.matcher(step.line());
      if (write.matches()) {
        tidemark.scratch().write(write.group(2), write.group(1));
        continue;
      }
      var remove = REMOVE.matcher(step.line());
      if (remove.matches()) {
        Files.delete(tidemark.folder().resolve(remove.group(1)));
        continue;
      }
      var line = step.line().substring("tidemark ".length());
      var person = tidemark.consenting(ApprovalEvidence.INTERACTION);
      var answer = (line.startsWith("trust") ? person : tidemark).run(line).json();
      if (step.answer().isEmpty()) {
        continue;
      }
      if (!Boolean.getBoolean("tidemark.write")) {
        var shown = JsonText.parse(step.answer());
        if (!fits(shown, answer)) {
          assertThat(shape(answer)).as(step.line()).isEqualTo(shape(shown));
        }
        compared++;
      } else if (!isShown(answer, step.answer())) {
        written.append(page(), kept, step.at());
        var shortened = JsonText.pretty(shortened(answer));
        written.append(LONG.matcher(shortened).replaceAll("$1…"));
        kept = step.at() + step.answer().length();
      }
    }
    if (Boolean.getBoolean("tidemark.write")) {
      written.append(page().substring(kept));
      Files.writeString(Repository.root().resolve("docs/cli/json.md"), written);
      return;
    }
    assertThat(compared).isGreaterThan(30);
  }

  /// What is shown already stays, with its times: so a page that is written again stays the same.
  private static boolean isShown(Json answer, String shown) {
    try {
      var was = JsonText.parse(shown);
      return fits(was, answer) && shortened(was).equals(was);
    } catch (JsonException damaged) {
      return false;
    }
  }

  @Test
  void every_verb_is_on_the_page() throws IOException {
    var shown = new TreeSet<String>();
    for (var step : steps()) {
      var words = step.line().split(" ");
      shown.add(words[1]);
      shown.add(words.length > 2 ? words[1] + " " + words[2] : "");
    }
    shown.addAll(List.of("tour", "mcp", "serve", "hook", "statusline"));
    // Of this an example needs a shared store.
    shown.add("worker");

    var verbs = CommandLineHarness.fresh(temp).run("help --json").each("verbs", "name");

    assertThat(shown).containsAll(verbs);
    assertThat(page()).contains("`{\"ok\": true, \"commands\": 30, \"wrong\": 0}`");
  }

  private static List<Step> steps() throws IOException {
    var page = page();
    var steps = new ArrayList<Step>();
    var matcher = COMMAND.matcher(page);
    while (matcher.find()) {
      boolean answered = matcher.group().endsWith("```json\n");
      int end = page.indexOf("\n```", matcher.end());
      var answer = answered ? page.substring(matcher.end(), end) : "";
      var lines = matcher.group(1).lines().toList();
      for (var line : lines.subList(0, lines.size() - 1)) {
        steps.add(new Step(line, "", matcher.end()));
      }
      steps.add(new Step(lines.getLast(), answer, matcher.end()));
    }
    return steps;
  }

  private static String page() throws IOException {
    return Files.readString(Repository.root().resolve("docs/cli/json.md"));
  }

  /// Returns whether an answer has the keys and types that are shown, in order; of a list each
  /// element that is shown has one like it.
  private static boolean fits(Json shown, Json answer) {
    if (shown instanceof JsonObject object && answer instanceof JsonObject other) {
      boolean fits = object.members().size() == other.members().size();
      for (int i = 0; fits && i < object.members().size(); i++) {
        var member = object.members().get(i);
        var against = other.members().get(i);
        fits = member.key().equals(against.key()) && fits(member.value(), against.value());
      }
      return fits;
    }
    if (shown instanceof JsonArray array && answer instanceof JsonArray other) {
      return array.elements().isEmpty() == other.elements().isEmpty()
          && array.elements().stream()
              .allMatch(element -> other.elements().stream().anyMatch(each -> fits(element, each)));
    }
    return shown.kind() == answer.kind();
  }

  /// Returns a value in which each list has two elements at most, of different shapes.
  private static Json shortened(Json json) {
    if (json instanceof JsonObject object) {
      var result = JsonObject.EMPTY;
      for (var member : object.members()) {
        result = result.with(member.key(), shortened(member.value()));
      }
      return result;
    }
    if (json instanceof JsonArray array) {
      var kept = new LinkedHashMap<String, Json>();
      for (var element : array.elements()) {
        kept.putIfAbsent(shape(element), shortened(element));
      }
      return JsonArray.of(kept.values().stream().limit(2).toList());
    }
    return json;
  }

  /// Returns keys and types, in order; of a list the shapes that occur in it.
  private static String shape(Json json) {
    if (json instanceof JsonObject object) {
      var members = new ArrayList<String>();
      for (var member : object.members()) {
        members.add(member.key() + ": " + shape(member.value()));
      }
      return "{" + String.join(", ", members) + "}";
    }
    if (json instanceof JsonArray array) {
      var shapes = new TreeSet<String>();
      for (var element : array.elements()) {
        shapes.add(shape(element));
      }
      return shapes.toString();
    }
    return json.kind().toString();
  }
}
