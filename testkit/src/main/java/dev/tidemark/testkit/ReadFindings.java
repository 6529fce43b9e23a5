package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import java.util.List;

/// What a [Validator] promises of documents that were read before.
public final class ReadFindings {
  private ReadFindings() {}

  /// Returns what is found in a text, which is the same if it was read before. Only a text in which
  /// something is wrong may be one that cannot be read.
  public static List<SchemaViolation> of(
      Format<?> format, Validator validator, CheckpointId id, String text) {
    var violations = validator.validate(text);
    try {
      var read = format.decode(id, text).checkpoint();
      assertThat(validator.validate(text, read)).isEqualTo(violations);
    } catch (FormatException unreadable) {
      assertThat(violations).isNotEmpty();
    }
    return violations;
  }
}
