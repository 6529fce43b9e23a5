package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The two examples of the source, made from what they tell of themselves.
@Proves({"R-000-55", "X-18", "X-19"})
class WorkedExamplesTest {
  private static final Path FOLDER = Path.of("src/test/resources/golden/phase");

  private static final String[] STEPS = {
    "Parse", "Upload", "Stream", "Excel Support", "Preview", "Integration Tests"
  };

  private static Project project(String steps) {
    var project = Project.withSpec("plan.md").file(".active-spec", "SPEC-003\n");
    project.head = new dev.tidemark.checkpoint.Head("feature/data-import", Project.COMMIT);
    return project.steps(steps, STEPS);
  }

  private static String golden(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  @Test
  @Proves("X-31")
  void after_the_build() throws IOException {
    var project = project("cccccp");
    project.saying(
        "outcome",
        "CSV parsing via papaparse with streaming for large files",
        "Chunked upload (10MB threshold) with progress tracking",
        "Server-side validation with preview mode for client",
        "47 tests passing (unit + integration)");
    project.saying(
        "context",
        """
        Review should focus on:
        - File upload security (size limits, type validation, path traversal)
        - Memory usage during large file parsing
        - Error handling for malformed CSV/Excel data
        - See journal entry 2026-02/entries/2026-02-13-1400-decision.md for parsing approach\
         rationale
        """);
    project.saying(
        "next",
        "The review will run 6 parallel reviewers against specs/3-data-import/spec.md (SPEC-003).");
    project.saying("open", "UTF-16 encoded files deferred to SPEC-007 (edge case, <1% of uploads)");

    project.exit(
        "3-build",
        """
        Implemented Data Import feature (SPEC-003) with CSV/Excel parsing,
        chunked upload for large files, and server-side validation.\
        """);

    assertThat(project.text).isEqualTo(golden("after-build.md"));
  }

  @Test
  @Proves("X-20")
  void in_the_middle_of_the_build() throws IOException {
    var project = project("cccipp");
    project.now = Instant.parse("2026-02-13T16:00:00Z");
    project.saying("messages", "31");
    project.saying(
        "why", "Long build session — context window filling up. Resume with fresh context.");
    project.saying(
        "outcome",
        "src/api/import.ts — upload endpoint with chunked support",
        "src/utils/csv-parser.ts — streaming CSV parser",
        "23 tests passing");
    project.saying(
        "context",
        """
        Continuing build. Remaining work:
        1. Add Excel parsing (xlsx library already in package.json)
        2. Build validation preview UI component
        3. Write integration tests for upload → parse → validate flow
        See plan in docs/solutions/data-import-plan.md
        """);
    project.saying("next", "Pick up from Excel parsing — CSV side is complete and tested.");
    project.saying(
        "open", "Excel parsing (in progress)", "Validation UI component", "Integration tests");

    project.exit(
        "3-build",
        """
        Implemented CSV parsing and upload API. Still need: Excel support,
        validation UI, and integration tests.\
        """);

    assertThat(project.text).isEqualTo(golden("mid-build.md"));
  }
}
