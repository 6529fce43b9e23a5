package dev.tidemark.app.suite;

import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that happened to somebody's work, and what whoever takes it up must be told.
///
/// @param name what it is called, with its file
/// @param run which run it is about
/// @param verdict what must come out; `any` where only the words matter
/// @param phase where work must go on; absent where it does not matter
/// @param says what the brief must contain
/// @param never what it must not contain
record Scenario(
    String name,
    String run,
    List<String> steps,
    String verdict,
    @Nullable String phase,
    List<String> says,
    List<String> never) {

  /// Reads all of a folder.
  static List<Scenario> in(Path folder) throws IOException {
    var all = new ArrayList<Scenario>();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(it -> it.toString().endsWith(".yaml")).sorted().toList()) {
        var name = file.getFileName().toString();
        var root = YamlTree.read(name, Files.readString(file)).root();
        var array = root.array("scenarios");
        for (var each : array == null ? List.<dev.tidemark.json.Json>of() : array.elements()) {
          all.add(of(name.replace(".yaml", ""), (JsonObject) each));
        }
      }
    }
    return all;
  }

  private static Scenario of(String file, JsonObject json) {
    var run = json.string("run");
    return new Scenario(
        file + ": " + json.string("name"),
        run == null ? "implement/auth" : run,
        texts(json.array("steps")),
        String.valueOf(json.string("verdict")),
        json.string("phase"),
        texts(json.array("says")),
        texts(json.array("never")));
  }

  private static List<String> texts(@Nullable JsonArray array) {
    var texts = new ArrayList<String>();
    for (int i = 0; array != null && i < array.size(); i++) {
      texts.add(((JsonString) array.get(i)).value());
    }
    return texts;
  }
}
