package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/internals/requirements.md is what the tests say it is: each id with its proof, or with the
/// reason why there is none. `-Dtidemark.write=true` writes it anew.
class RequirementsDocTest {
  private static final String ANNOTATION = "@\\w+(?:\\((?:[^()]++|\\([^()]*+\\))*+\\))?";
  private static final String MODIFIER = "(?:public |abstract |static |default |final |private )*";
  private static final Pattern PROOF =
      Pattern.compile(
          "@Proves\\(\\s*(\\{[^}]*}|\"[^\"]*\")\\s*\\)"
              + "(?:\\s*(?:"
              + ANNOTATION
              + "|//[^\\n]*))*\\s*"
              + MODIFIER
              + "(?:class|interface|void|boolean|record)\\s+(\\w+)",
          Pattern.DOTALL);
  private static final Pattern ID = Pattern.compile("R-[A-Z0-9]+-[A-Z0-9]+");

  @Test
  void the_page_of_requirements_is_what_the_tests_prove() throws IOException {
    var root = Repository.root();
    var page = root.resolve("docs/internals/requirements.md");
    var text = page(root);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(page, text);
    }
    assertThat(page).as("write it anew with -Dtidemark.write=true").hasContent(text);
  }

  @Test
  void every_requirement_without_a_stated_reason_has_a_proof() throws IOException {
    var root = Repository.root();
    var proofs = proofs(root);
    var missing = new ArrayList<String>();
    for (var line : rows(root)) {
      var cells = line.split("\t");
      if (cells[2].equals("-") && !proofs.containsKey(cells[0])) {
        missing.add(cells[0] + " " + cells[1]);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void no_test_claims_to_prove_what_nobody_requires() throws IOException {
    var root = Repository.root();
    var known = new ArrayList<String>();
    for (var line : rows(root)) {
      known.add(line.split("\t")[0]);
    }
    assertThat(known).containsAll(proofs(root).keySet());
  }

  private static String page(Path root) throws IOException {
    var proofs = proofs(root);
    var out = new StringBuilder();
    int proved = 0;
    var body = new StringBuilder();
    for (var line : rows(root)) {
      var cells = line.split("\t");
      var proof = proofs.getOrDefault(cells[0], List.of());
      proved += proof.isEmpty() ? 0 : 1;
      body.append("| ").append(cells[0]).append(" | ").append(cells[1].replace("|", "\\|"));
      body.append(" | ");
      body.append(proof.isEmpty() ? "*none: " + cells[2] + "*" : String.join("<br>", proof));
      body.append(" |\n");
    }
    out.append("# Requirements and their proofs\n\n");
    out.append("Generated from the tests (`@Proves`); do not edit. ");
    out.append(proved).append(" of ").append(rows(root).size());
    out.append(" requirements have a test that proves them.\n\n");
    out.append("| id | subject | proof |\n|---|---|---|\n").append(body);
    return out.toString();
  }

  private static List<String> rows(Path root) throws IOException {
    try (var lines = Files.lines(root.resolve("docs/internals/requirements.tsv"))) {
      return lines.filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
    }
  }

  private static Map<String, List<String>> proofs(Path root) throws IOException {
    var proofs = new TreeMap<String, List<String>>();
    try (var files = Files.walk(root, 16)) {
      var sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(RequirementsDocTest::isTest)
              .sorted()
              .toList();
      for (var source : sources) {
        collect(source, proofs);
      }
    }
    return proofs;
  }

  private static boolean isTest(Path file) {
    var path = file.toString().replace('\\', '/');
    return path.contains("/src/test/java/") || path.contains("/testkit/src/main/java/");
  }

  private static void collect(Path source, Map<String, List<String>> proofs) throws IOException {
    var type = source.getFileName().toString().replace(".java", "");
    var matcher = PROOF.matcher(Files.readString(source));
    while (matcher.find()) {
      var name = matcher.group(2);
      var proof = name.equals(type) ? "`" + type + "`" : "`" + type + "." + name + "`";
      var ids = ID.matcher(matcher.group(1));
      while (ids.find()) {
        var known = proofs.computeIfAbsent(ids.group(), _ -> new ArrayList<>());
        if (!known.contains(proof)) {
          known.add(proof);
        }
      }
    }
  }
}
