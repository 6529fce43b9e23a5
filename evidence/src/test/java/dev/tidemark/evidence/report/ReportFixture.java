package dev.tidemark.evidence.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.ReportPassed.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Reports of real tools, and readers for them.
final class ReportFixture {
  static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  private ReportFixture() {}

  static ReportReader reader(Format format, String... options) {
    return reader(Set.of(), "", format, options);
  }

  static ReportReader reader(
      Set<String> content, String signers, Format format, String... options) {
    return ReportReader.of(
        new ReportPassed("gate", format, List.of(options)),
        content,
        AllowedSigners.parse("signers", signers, ZoneOffset.UTC),
        NOW);
  }

  /// Returns a report of a real tool; paths and the name of the machine are replaced.
  static byte[] file(String name) {
    try (var in = ReportFixture.class.getResourceAsStream("/report/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
