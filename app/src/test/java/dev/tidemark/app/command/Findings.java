package dev.tidemark.app.command;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What `doctor` found, each as `severity code`.
final class Findings {
  private Findings() {}

  static List<String> of(CommandLineHarness tidemark, String line) {
    var ran = tidemark.run(line + " --json");
    var findings = new ArrayList<String>();
    for (var finding : Objects.requireNonNull(ran.json().array("findings")).elements()) {
      var json = (JsonObject) finding;
      findings.add(json.string("severity") + " " + json.string("code"));
    }
    return findings;
  }
}
