package dev.tidemark.workflow.fact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileChangeTest {
  @ParameterizedTest
  @CsvSource({
    "CHANGED, 3, 1, true, changed a.ts +3 -1",
    "CHANGED, 3, 1, false, changed a.ts +3 -1 (uncommitted)",
    "CHANGED, 0, 2, true, changed a.ts +0 -2",
    "CHANGED, -1, -1, true, changed a.ts",
    "DELETED, 0, 9, false, deleted a.ts +0 -9 (uncommitted)",
    "CONFLICTED, -1, -1, false, conflict a.ts (uncommitted)",
    "UNTRACKED, -1, -1, false, new a.ts",
    "UNTRACKED, -1, -1, true, new a.ts",
  })
  void a_changed_file_is_told_in_one_line(
      FileChange.Kind kind, int added, int removed, boolean committed, String line) {
    var change = new FileChange("a.ts", kind, added, removed, committed);

    assertThat(change.line()).isEqualTo(line);
    assertThat(line).startsWith(kind.word() + " ");
  }

  @Test
  void HEAD_contains_a_commit_unless_they_diverged() {
    assertThat(CommitRelation.SAME.isContained()).isTrue();
    assertThat(CommitRelation.ahead(2))
        .isEqualTo(new CommitRelation(CommitRelation.Kind.ANCESTOR, 2));
    assertThat(CommitRelation.ahead(2).isContained()).isTrue();
    assertThat(CommitRelation.diverged(3))
        .isEqualTo(new CommitRelation(CommitRelation.Kind.DIVERGED, 3));
    assertThat(CommitRelation.diverged(3).isContained()).isFalse();
  }
}
