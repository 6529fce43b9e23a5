package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Document;
import dev.tidemark.store.News;
import dev.tidemark.store.Past;
import dev.tidemark.store.Write;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.Outcome.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds, decides, replaces: the whole imperative shell. Safe for use by many threads.
public final class Checkpoints {
  /// How long lost races are run again (R-004-49).
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final CheckpointStore store;
  private final Past past;
  private final World world;

  /// Puts the engine together from the parts of the outside world it is to use.
  public Checkpoints(CheckpointStore store, Past past, World world) {
    this.store = store;
    this.past = past;
    this.world = world;
  }

  /// Finds a run's checkpoint; empty if it has no document.
  ///
  /// @throws FormatException if there is a document that cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public <C extends Checkpoint> Optional<Loaded<C>> load(Dialect<C> dialect, CheckpointId id) {
    var found = store.find(id);
    if (found.isEmpty() || !found.get().exists()) {
      return Optional.empty();
    }
    var document = found.get();
    var decoded = dialect.format().decode(id, Reading.text(document));
    var notices = new ArrayList<>(decoded.notices());
    Reading.standing(dialect, id, document).ifPresent(notices::add);
    return Optional.of(new Loaded<>(decoded.checkpoint(), document, notices));
  }

  /// Applies a change, or reports why it cannot be applied.
  ///
  /// @throws FormatException if there is a document that cannot be read and must not be replaced;
  ///   nothing was written
  /// @throws dev.tidemark.store.StoreException if the store cannot do its part; its type says
  ///   whether something was written
  public <C extends Checkpoint> Answer<C> apply(
      Dialect<C> dialect, CheckpointId id, Change change, By by) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try {
        return attempt(dialect, id, change, by);
      } catch (ConflictException lostRace) {
        // What the others wrote may change the answer, so ask again from the start.
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }

  /// Puts back the document as it was after an entry of the history.
  ///
  /// The present document, readable or not, stays in the history like any other state.
  ///
  /// @return the entry's document; empty if that state is not recorded, and nothing was written
  /// @throws FormatException if what is recorded cannot be read itself; nothing was written
  /// @throws dev.tidemark.store.StoreException as for [#apply]
  public <C extends Checkpoint> Optional<C> restore(
      Dialect<C> dialect, CheckpointId id, long sequence, By by) {
    var state = past.at(id, sequence);
    if (state.isEmpty()) {
      return Optional.empty();
    }
    var text = state.get();
    var checkpoint = dialect.format().decode(id, text).checkpoint();
    if (by.mode() == Mode.COMMIT) {
      var found = store.find(id).orElse(Reading.NOTHING);
      var events = List.<Event>of(new Event.Restored(sequence));
      var news = new News(world.now(), by.actor(), events, found.evidence());
      store.replace(new Write(id, text, found.revision(), news));
    }
    return Optional.of(checkpoint);
  }

  private <C extends Checkpoint> Answer<C> attempt(
      Dialect<C> dialect, CheckpointId id, Change change, By by) {
    var found = store.find(id).orElse(Reading.NOTHING);
    var reading = Reading.of(dialect, id, found, past);
    var facts = facts(dialect, id, dialect.rules().asks(reading.checkpoint(), change));
    var outcome = dialect.rules().decide(id, reading.checkpoint(), change, facts);
    if (outcome instanceof Refusal<C> no) {
      return new Answer<>(new Refusal<>(no.blockers(), both(reading.notices(), no)), null);
    }
    var yes = (Transition<C>) outcome;
    var text = dialect.format().encode(yes.after(), reading.text());
    var events = new ArrayList<>(yes.events());
    var notices = both(reading.notices(), yes);
    if (by.mode() == Mode.COMMIT && !(events.isEmpty() && text.equals(found.text()))) {
      if (reading.damage() != null) {
        var path = store.setAside(id, found.revision(), Reading.stamp(facts.now()));
        events.addFirst(new Event.SetAside(path));
        notices.add(reading.setAside(path));
      }
      store.replace(new Write(id, text, found.revision(), news(by, events, found, facts, change)));
    }
    return new Answer<>(new Transition<>(yes.after(), events, notices), text);
  }

  private static News news(By by, List<Event> events, Document found, Facts facts, Change change) {
    var started = change instanceof Change.StartRun ? facts.now() : found.evidence().startedAt();
    var head = facts.get(Ask.HeadNow.HEAD).orElse(Head.NONE);
    return new News(facts.now(), by.actor(), events, new Evidence(started, head));
  }

  private Facts facts(Dialect<?> dialect, CheckpointId id, List<Ask<?>> asks) {
    Map<Ask<?>, Fact<?>> answers = new HashMap<>();
    answers.put(Ask.HeadNow.HEAD, world.fetch(Ask.HeadNow.HEAD));
    for (var ask : asks) {
      if (!answers.containsKey(ask)) {
        answers.put(ask, world.fetch(ask));
      }
    }
    return new Facts(world.now(), world.limit(dialect.name(), id.workflow()), answers);
  }

  private static List<Notice> both(List<Notice> first, Outcome<?> outcome) {
    var all = new ArrayList<>(first);
    all.addAll(outcome.notices());
    return all;
  }

  /// Who asks, and whether in earnest.
  ///
  /// @param actor who asks
  /// @param mode whether the change is to be made
  public record By(Actor actor, Mode mode) {
    /// Returns somebody who means it.
    public static By of(Actor actor) {
      return new By(actor, Mode.COMMIT);
    }
  }
}
