package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Activity of agents at a run: the attempt under way, or how the last one ended.
///
/// @param json the same for programs
/// @param lines for people; nothing in them steers a terminal
/// @param stuck whether no runner is at work although the last attempt has not completed its phase
public record RunActivity(JsonObject json, List<StyledLine> lines, boolean stuck) {
  /// Takes its own copy of the lines.
  public RunActivity {
    lines = List.copyOf(lines);
  }

  /// Returns the same for programs, with the lines for people.
  JsonObject jsonWithLines() {
    var texts = new ArrayList<String>();
    lines.forEach(line -> texts.add(line.text()));
    return json.with("lines", JsonArray.ofStrings(texts));
  }
}
