package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files of a project in which a secret may stand.
record SecretFiles(CommandLineHarness tidemark) {
  static final String SECRET = "correct horse battery";
  static final String ARCHIVE = ".claude/state/archive/";

  Path at(String path) {
    return tidemark.scratch().root().resolve(path);
  }

  Path write(String path, String text) throws IOException {
    Files.createDirectories(at(path).resolveSibling(""));
    return Files.writeString(at(path), text);
  }

  /// Returns whether any file holds the secret.
  boolean holdIt() throws IOException {
    try (var all = Files.walk(tidemark.scratch().root())) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), UTF_8).contains(SECRET)) {
          return true;
        }
      }
    }
    return false;
  }
}
