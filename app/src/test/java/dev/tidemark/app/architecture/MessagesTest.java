package dev.tidemark.app.architecture;

import static java.nio.file.Files.readString;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Code decides by codes, kinds and types, never by a part of a message or of a code.
class MessagesTest {

  /// A part of a message, a reason or a code that is looked at.
  private static final Pattern PARSED =
      Pattern.compile(
          "\\b(?:message|getMessage|reason|code|problem\\.text|violation\\.rule)\\(\\)\\s*\\)?\\s*"
              + "\\.(?:startsWith|endsWith|contains|matches|split|indexOf|lastIndexOf|substring"
              + "|charAt|regionMatches)\\(");

  private static List<String> parsed(String source) {
    return PARSED.matcher(source).results().map(it -> it.group()).toList();
  }

  @Test
  void code_does_not_parse_messages_or_codes() throws IOException {
    var root = Repository.root();
    var found = new ArrayList<String>();
    int read = 0;
    var modules = new ArrayList<>(Repository.MODULES);
    modules.add("testkit");
    for (var module : modules) {
      try (var files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        for (var file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
          read++;
          for (var call : parsed(readString(file))) {
            found.add(file.getFileName() + ": " + call);
          }
        }
      }
    }
    assertThat(read).isGreaterThan(500);
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "problem.message().startsWith(path)",
        "e.getMessage()\n        .contains(\"torn\")",
        "String.valueOf(failure.getMessage()).endsWith(\"x\")",
        "first.code().substring(8)",
        "blocker.reason().split(\":\")"
      })
  void parsing_is_recognised(String source) {
    assertThat(parsed(source)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"blocker.code().equals(DUE)", "line.text().substring(1)"})
  void comparing_whole_codes_is_no_parsing(String source) {
    assertThat(parsed(source)).isEmpty();
  }
}
