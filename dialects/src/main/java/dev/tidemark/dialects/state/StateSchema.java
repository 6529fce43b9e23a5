package dev.tidemark.dialects.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The JSON schema as it is published, for other tools.
public final class StateSchema {
  /// The file's name, in `docs/schema` and in the jar.
  public static final String FILE = "checkpoint-state-1.schema.json";

  private StateSchema() {}

  /// Returns the JSON Schema.
  public static String text() {
    try (var in = StateSchema.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read " + FILE + " from the jar", broken);
    }
  }
}
