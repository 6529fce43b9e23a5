package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Script;
import dev.tidemark.engine.Workshop;
import dev.tidemark.history.Event;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Fate;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a change starts from where a document cannot be read.
class LoadedStateTest {
  private static final Event SAVED = new Event.DocumentSaved();

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final Script script = new Script();

  private ChangeResult<ToyCheckpoint> make() {
    shop.now = shop.now.plusSeconds(60);
    var resume = new Change.ResumeRun();
    return shop.checkpoints.apply(script.dialect(), AUTH, resume, Workshop.by(ChangeMode.COMMIT));
  }

  @Test
  void a_damaged_document_is_kept_beside_what_replaces_it_and_the_notice_says_where() {
    script.owner = "bob";
    make();
    shop.store.edit(AUTH, "{");

    var changeResult = make();

    assertThat(changeResult.outcome().notices().getLast().text())
        .startsWith("toy/design-auth.json cannot be read (")
        .endsWith(
            "; kept as toy/design/auth.corrupt-20260301T120300Z, going on from history entry 2");
    assertThat(shop.events(AUTH).getFirst())
        .isEqualTo(new Event.SetAside("toy/design/auth.corrupt-20260301T120300Z"));
    assertThat(shop.text(AUTH)).contains("bob");
  }

  @Test
  void a_damaged_document_that_is_not_replaced_stays_where_it_is() {
    shop.store.edit(AUTH, "{");
    script.fate = Fate.UNTOUCHED;
    script.events = List.of(SAVED);

    make();

    assertThat(shop.events(AUTH)).containsExactly(SAVED);
    assertThat(shop.text(AUTH)).isEqualTo("{");
  }

  @Test
  void who_begins_over_a_damaged_document_of_which_nothing_is_recorded_begins_anew() {
    var fresh = new Workshop();
    fresh.store.edit(AUTH, "{");

    var changeResult = fresh.ask(AUTH, Workshop.start(AUTH), Workshop.by(ChangeMode.COMMIT));

    assertThat(changeResult.outcome().notices().getLast().text())
        .endsWith("going on from nothing recorded, so from a new one");
  }

  @Test
  void of_many_damaged_states_twenty_are_tried() {
    make();
    for (int i = 0; i < 19; i++) {
      damage(i);
    }
    assertThat(make().outcome().notices()).extracting(Notice::code).contains("set-aside");
    assertThat(shop.text(AUTH)).contains("ann");
    for (int i = 0; i < 21; i++) {
      damage(i);
    }
    assertThat(make().text()).isNull();
  }

  private void damage(int number) {
    shop.store.edit(AUTH, "{" + number);
    var revision = shop.store.find(AUTH).orElseThrow().revision();
    shop.store.replace(DocumentWrite.adoption(AUTH, revision, shop.now));
  }
}
