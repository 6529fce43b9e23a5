package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A project with many runs, and somebody who summarises them and counts how many he had to read.
public final class Yard {
  /// So much later than everything in the test that every change shows, for once.
  static final Instant LATER = Instant.now().plusSeconds(3600);

  public final Place place;

  public Yard(Path root) {
    this.place = new Place(root, Disks.unforced());
  }

  /// Makes a project in which `open` runs go on and `ended` ones have ended.
  public static Yard with(Path root, int open, int ended) throws IOException {
    var yard = new Yard(Files.createDirectories(root));
    for (int i = 0; i < open + ended; i++) {
      yard.put(run(i), "text " + i);
      if (i >= open) {
        yard.remove(run(i));
      }
    }
    return yard;
  }

  public static CheckpointId run(int number) {
    return new CheckpointId("state", "feature", "run" + number);
  }

  public Path document(CheckpointId id) {
    return place.root().resolve(new FlatLayout().pathOf(id));
  }

  public Path index() {
    return place.root().resolve(".tidemark/index/state");
  }

  public Revision revision(CheckpointId id) {
    return place.open().find(id).map(Document::revision).orElse(Revision.NONE);
  }

  public void put(CheckpointId id, String text) {
    place.open().replace(new DocumentWrite(id, text, revision(id), news("main")));
  }

  public void note(CheckpointId id, String branch) {
    place.open().replace(DocumentWrite.note(id, revision(id), news(branch)));
  }

  public void remove(CheckpointId id) {
    place.open().replace(DocumentWrite.removal(id, revision(id), news("main")));
  }

  public static RecordMetadata news(String branch) {
    var events = List.<Event>of(new Event.DocumentSaved());
    return new RecordMetadata(
        Place.NOW, Actor.tool("test"), events, new Evidence(null, new Head(branch, null)));
  }

  /// Lists the runs, and says what was read for it.
  public Look look(boolean all) {
    return look(place.open(), all, LATER);
  }

  public Look look(FileStore store, boolean all, Instant now) {
    var reader = new Reader(store, now);
    var summaryPage = store.summaries("state", all, reader);
    return new Look(texts(summaryPage), summaryPage.omitted(), reader.read);
  }

  /// Reads every run there is, one by one.
  public Look truth(boolean all) {
    var reader = new Reader(place.open(), LATER);
    var runs = new ArrayList<StoredSummary>();
    int left = 0;
    for (var id : place.open().list("state")) {
      var storedSummary = reader.of(id);
      if (all || !storedSummary.finished()) {
        runs.add(storedSummary);
      } else {
        left++;
      }
    }
    return new Look(texts(new SummaryPage(runs, left)), left, reader.read);
  }

  private static List<String> texts(SummaryPage summaryPage) {
    return summaryPage.runs().stream().map(run -> run.id() + ": " + run.text()).sorted().toList();
  }

  /// What a list said, and how many runs were read for it.
  public record Look(List<String> runs, int left, int read) {
    /// Returns what was said, however it was found out.
    public Look said() {
      return new Look(runs, left, 0);
    }
  }

  /// Summarises everything that a store says of a run.
  private static final class Reader implements Summarizer {
    private final FileStore store;
    private final Instant now;
    private int read;

    Reader(FileStore store, Instant now) {
      this.store = store;
      this.now = now;
    }

    @Override
    public String edition() {
      return "words-1";
    }

    @Override
    public Instant currentTime() {
      return now;
    }

    @Override
    public StoredSummary of(CheckpointId id) {
      read++;
      var found = store.find(id).orElseThrow();
      var text = found.text() + " " + found.syncState() + " " + found.evidence().head().branch();
      return new StoredSummary(id, !found.exists(), true, text);
    }
  }
}
