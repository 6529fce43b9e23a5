package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What Node's own `JSON` makes of many texts, asked in one process.
final class NodeJson {
  private static final String SCRIPT =
      """
      const fs = require('fs');
      const answers = JSON.parse(fs.readFileSync('texts.json', 'utf8')).map(text => {
        try {
          const value = JSON.parse(text);
          return {pretty: JSON.stringify(value, null, 2), compact: JSON.stringify(value)};
        } catch (e) {
          return null;
        }
      });
      fs.writeFileSync('answers.json', JSON.stringify(answers));
      """;

  /// One text that Node accepts, printed by it.
  record Printed(String pretty, String compact) {}

  private NodeJson() {}

  /// Returns for each text its printed forms, or nothing if Node refuses it.
  static List<List<Printed>> answers(Path folder, List<String> texts)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("texts.json"), JsonText.compact(JsonArray.ofStrings(texts)));
    Files.writeString(folder.resolve("script.js"), SCRIPT);
    assertThat(Program.run(folder, "node", "script.js")).as("node runs the script").isTrue();
    var answers = new ArrayList<List<Printed>>();
    for (JsonNode answer : new ObjectMapper().readTree(folder.resolve("answers.json").toFile())) {
      answers.add(
          answer.isNull()
              ? List.of()
              : List.of(
                  new Printed(answer.get("pretty").asText(), answer.get("compact").asText())));
    }
    assertThat(answers).hasSameSizeAs(texts);
    return answers;
  }
}
