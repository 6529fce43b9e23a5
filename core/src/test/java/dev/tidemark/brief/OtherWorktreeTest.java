package dev.tidemark.brief;

import static dev.tidemark.brief.Session.COMMIT;
import static dev.tidemark.brief.Session.ID;
import static dev.tidemark.brief.Session.RESEARCH;
import static dev.tidemark.brief.Session.codes;
import static dev.tidemark.brief.Session.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check.Kind;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Files that were recorded in another work tree, where several share a store.
class OtherWorktreeTest {
  private static final Origin HERE = new Origin("t1", "ann:shop", null);
  private static final Origin THERE = new Origin("t2", "bob:shop", COMMIT);

  private final Session session = new Session();

  OtherWorktreeTest() {
    session.workTree = HERE;
  }

  private static Fingerprint file(String path, @Nullable Origin origin) {
    return new Fingerprint(path, 3, "d1", origin);
  }

  private Brief brief(Fingerprint... files) {
    var was = session.run().document().evidence();
    var evidence = new Evidence(was.startedAt(), was.head(), was.proofs(), Arrays.asList(files));
    var run = session.found(evidence, session.run().definition());
    return session.briefs().of(run);
  }

  private static List<String> texts(Brief brief) {
    return brief.warnings().stream().map(ResumeWarning::text).toList();
  }

  @Test
  void a_missing_file_of_a_phase_is_where_it_was_recorded() {
    session.gone("notes.md");

    var brief = brief(file("notes.md", THERE));

    assertThat(codes(brief)).containsExactly("artifact-elsewhere");
    var warning = brief.warnings().getFirst();
    assertThat(warning.text())
        .isEqualTo(
            "notes.md, which research reported, is not in this work tree; recorded in bob:shop at"
                + " ccccccc");
    assertThat(warning.kind()).isEqualTo(ResumeWarning.Kind.ASK);
    assertThat(warning.phase()).isEqualTo(RESEARCH);
    assertThat(warning.hint()).endsWith("committed and pushed from bob:shop");
    assertThat(told(brief, Kind.ARTIFACTS)).isEqualTo("doubtful: of 1: missing 1, changed 0");
  }

  @Test
  void where_no_commit_was_recorded_none_is_told() {
    session.gone("notes.md");

    assertThat(texts(brief(file("notes.md", new Origin("t2", "bob:shop", null)))))
        .containsExactly(
            "notes.md, which research reported, is not in this work tree; recorded in bob:shop");
  }

  @Test
  void a_file_that_was_recorded_here_or_by_a_single_user_is_lost() {
    session.gone("notes.md");

    assertThat(codes(brief(file("notes.md", new Origin("t1", "eve:other", COMMIT)))))
        .containsExactly("artifact-missing");
    assertThat(codes(brief(file("notes.md", null)))).containsExactly("artifact-missing");
    session.workTree = null;
    assertThat(codes(brief(file("notes.md", THERE)))).containsExactly("artifact-missing");
  }

  @Test
  void a_file_that_is_here_too_is_compared() {
    assertThat(told(brief(file("notes.md", THERE)), Kind.ARTIFACTS))
        .isEqualTo("holds: 1 unchanged");
  }

  @Test
  void a_file_that_the_format_names_is_where_it_was_recorded() {
    var files = "\"to_read\": [\"a.md\"], \"phases\":";
    session.store.edit(ID, session.text().replace("\"phases\":", files));
    session.gone("a.md");

    assertThat(texts(brief(file("notes.md", null), file("a.md", THERE))))
        .contains("a.md is not in this work tree; recorded in bob:shop at ccccccc")
        .doesNotContain("a.md is not there");
  }

  @Test
  void a_file_that_only_the_journal_has_is_listed_where_it_is_missing_here() {
    session.gone("a.md");
    session.file("b.md", 3, "d1");
    session.gone("c.md");

    var brief =
        brief(file("notes.md", null), file("a.md", THERE), file("b.md", THERE), file("c.md", HERE));

    assertThat(texts(brief))
        .containsExactly("a.md is not in this work tree; recorded in bob:shop at ccccccc");
    assertThat(brief.content().readingList())
        .containsExactly(
            new ReadingItem("notes.md", RESEARCH, ReadingItem.State.UNCHANGED),
            new ReadingItem("a.md", null, ReadingItem.State.MISSING));
  }
}
