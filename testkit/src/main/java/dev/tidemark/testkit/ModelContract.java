package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.history.Event;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ConflictException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/// Whatever is done with a run, in whatever order, crashes and edits included, leads to where
/// [StoreModel] says.
///
/// @param <S> the store
public abstract class ModelContract<S extends CheckpointStore & HistoryStore> {
  /// For implementations.
  protected ModelContract() {}

  /// Returns a place at which nothing is.
  protected abstract Site<S> fresh();

  /// A place for a store.
  ///
  /// @param <S> the store
  public interface Site<S> extends AutoCloseable {
    /// Returns a new instance, over the same place each time.
    S open();

    /// Changes the document of [Samples#RUN] as somebody with an editor would, or removes it.
    void edit(@Nullable String text);

    /// Returns an instance whose process ends at a step of its next write, as far as the store has
    /// steps; its writes then fail with a [StoreException].
    ///
    /// @param step counted from 1
    default S crashingAt(int step) {
      return open();
    }

    @Override
    default void close() {}
  }

  /// What can be done.
  protected enum Kind {
    /// A new document.
    PUT,
    /// News alone.
    NOTE,
    /// The document goes away.
    REMOVE,
    /// What others did is recorded.
    ADOPT,
    /// Somebody changes the document behind everybody's back.
    EDIT,
    /// Somebody removes it.
    EDIT_AWAY,
    /// A write that rests on an earlier state.
    STALE,
    /// Old states are dropped.
    PRUNE,
    /// What a stopped writer left is put in order.
    REPAIR,
    /// A new document, whose writer is stopped.
    CRASH
  }

  /// One thing that is done.
  ///
  /// @param number which text, how many states to keep, at which step to stop
  protected record Action(Kind kind, int number) {
    String text() {
      return "text " + number + " " + "abc\n".repeat(number % 7 * 40);
    }
  }

  /// Returns what is done, in order.
  @Provide
  protected Arbitrary<List<Action>> actions() {
    var kinds = Arbitraries.of(Kind.class);
    var numbers = Arbitraries.integers().between(1, 24);
    return Combinators.combine(kinds, numbers).as(Action::new).list().ofMinSize(1).ofMaxSize(24);
  }

  /// Returns sequences of actions: as many at once as make a full run of 250.
  @Provide
  protected Arbitrary<List<List<Action>>> sequences() {
    return actions().list().ofSize(Proofs.tries(10, 2));
  }

  @Property(tries = 25)
  void every_sequence_of_actions_leads_where_the_model_says(
      @ForAll("sequences") List<List<Action>> sequences) {
    sequences.forEach(this::follow);
  }

  @Example
  void a_writer_is_stopped_that_puts_back_the_recorded_document() {
    for (int number = 1; number <= 24; number++) {
      var put = new Action(Kind.PUT, number);
      var crash = new Action(Kind.CRASH, number);
      follow(List.of(put, new Action(Kind.EDIT_AWAY, 1), crash, put));
      int before = number + 1;
      follow(
          List.of(
              new Action(Kind.PUT, before), put, new Action(Kind.EDIT, before), crash, crash, put));
    }
  }

  private void follow(List<Action> actions) {
    try (var site = fresh()) {
      var model = new StoreModel();
      for (var action : actions) {
        act(site, model, action);
        model.check(site.open());
      }
    }
  }

  private void act(Site<S> site, StoreModel model, Action action) {
    var store = site.open();
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    var recordMetadata = news(new Event.DocumentSaved());
    switch (action.kind()) {
      case PUT -> {
        store.replace(new DocumentWrite(RUN, action.text(), expected, recordMetadata));
        model.put(action.text());
      }
      case NOTE -> {
        store.replace(DocumentWrite.note(RUN, expected, recordMetadata));
        model.note();
      }
      case REMOVE -> {
        store.replace(DocumentWrite.removal(RUN, expected, recordMetadata));
        model.remove();
      }
      case ADOPT -> {
        store.replace(DocumentWrite.adoption(RUN, expected, NOW));
        model.adopt();
      }
      case EDIT -> edit(site, model, action.text());
      case EDIT_AWAY -> {
        if (model.text() != null) {
          edit(site, model, null);
        }
      }
      case STALE -> refused(store, action);
      case PRUNE -> {
        var plan = store.plan(RUN, action.number(), NOW.plusSeconds(60));
        store.prune(plan);
        model.prune(action.number(), plan);
      }
      case REPAIR -> store.repair(RUN);
      case CRASH -> crash(site, model, action, expected);
    }
  }

  /// Nobody can tell an edit that puts back what a stopped writer was about to replace.
  private void edit(Site<S> site, StoreModel model, @Nullable String text) {
    site.open().repair(RUN);
    site.edit(text);
    model.edit(text);
  }

  private void refused(S store, Action action) {
    var stale = new DocumentWrite(RUN, action.text(), new Revision("stale"), news());
    assertThatThrownBy(() -> store.replace(stale)).isInstanceOf(ConflictException.class);
  }

  private void crash(Site<S> site, StoreModel model, Action action, Revision expected) {
    var documentWrite =
        new DocumentWrite(RUN, action.text(), expected, news(new Event.DocumentSaved()));
    boolean acknowledged = false;
    try {
      site.crashingAt(action.number()).replace(documentWrite);
      acknowledged = true;
    } catch (StoreException stopped) {
      assertThat(stopped.getMessage()).isNotBlank();
    }
    model.crash(action.text(), site.open().find(RUN).orElse(null), acknowledged);
  }
}
