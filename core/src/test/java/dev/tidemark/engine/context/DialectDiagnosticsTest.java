package dev.tidemark.engine.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.engine.Workshop;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is not as it should be around documents, and what helps.
class DialectDiagnosticsTest {
  private static final String ARCHIVES = "toy/archive";

  private final Workshop shop = new Workshop();
  private final DialectDiagnostics dialectDiagnostics = new DialectDiagnostics(shop);

  private void folder(String path, FileFact... files) {
    shop.answers.put(FactQuery.files(path), Fact.known(List.of(files)));
  }

  private static FileFact inner(String path) {
    return new FileFact(path, 0, Workshop.START, true);
  }

  @Test
  void a_dialect_asks_until_it_knows_what_is_wrong() {
    var empty = ARCHIVES + "/old";
    folder("toy", inner(ARCHIVES));
    folder(ARCHIVES, inner(empty));
    folder(empty);

    var diagnostics = dialectDiagnostics.diagnose(shop.dialects.get("toy"));

    assertThat(diagnostics)
        .extracting(it -> it.diagnostic().code())
        .containsExactly("empty-folder");
    assertThat(dialectDiagnostics.repair(diagnostics.getFirst())).isEmpty();
    assertThat(shop.effects).containsExactly(new Effect.RemoveFolders(List.of(empty)));
  }

  @Test
  void where_nothing_is_there_is_nothing_wrong() {
    folder("toy");

    assertThat(dialectDiagnostics.diagnose(shop.dialects.get("toy"))).isEmpty();
  }

  @Test
  void what_could_not_be_done_about_it_is_told() {
    shop.unable = List.of(Blocker.refused("no", "it is locked", "Unlock it"));
    var effects = List.<Effect>of(new Effect.RemoveFolders(List.of("a")));
    var fileDiagnostic =
        new FileDiagnostic(Severity.WARNING, "odd", "it is odd", "Fix it", effects);

    assertThat(dialectDiagnostics.repair(fileDiagnostic)).isEqualTo(shop.unable);
    assertThat(
            dialectDiagnostics.repair(
                new FileDiagnostic(Severity.NOTE, "odd", "it is odd", "Fix it")))
        .isEmpty();
  }
}
