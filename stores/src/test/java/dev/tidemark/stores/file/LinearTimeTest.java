package dev.tidemark.stores.file;

import dev.tidemark.history.Event;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the threads of one process do with a run at once, there is an order in which one alone
/// would have got the same answers.
@Proves("R-USR-06")
class LinearTimeTest {
  private static final int SCENARIOS =
      Integer.getInteger("tidemark.proof.scenarios", Proofs.tries(12, 2));
  private static final int TIMES_EACH = 25;

  /// Where the stores are, told by a property because the classes are loaded once more.
  private static final String BASE = "tidemark.linear";

  @Test
  void every_concurrent_use_of_a_store_has_an_order(@TempDir Path base) {
    System.setProperty(BASE, base.toString());
    new StressOptions()
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(SCENARIOS)
        .invocationsPerIteration(TIMES_EACH)
        .sequentialSpecification(InOrder.class)
        .check(Shared.class);
  }

  /// A run whose document is a number.
  public interface Numbered {
    /// Replaces one number by another; 0 means that there is no document.
    boolean swap(int from, int to);

    /// Records something beside a number.
    boolean note(int at);

    /// Returns the number, and how much is recorded.
    String read();
  }

  /// In a store on the disk.
  @Param(name = "number", gen = IntGen.class, conf = "0:2")
  public static final class Shared implements Numbered {
    private final FileStore store;

    /// Begins with nothing.
    public Shared() {
      this.store = new FileStore(folder(), Disks.unforced(), new FlatLayout());
    }

    private static Path folder() {
      try {
        return Files.createTempDirectory(Path.of(System.getProperty(BASE)), "linear");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private static Revision revision(int number) {
      return number == 0 ? Revision.NONE : DocumentBytes.revision(Place.utf8("" + number));
    }

    @Override
    @Operation
    public boolean swap(@Param(name = "number") int from, @Param(name = "number") int to) {
      var recordMetadata = Samples.news(new Event.DocumentSaved());
      return done(
          to == 0
              ? DocumentWrite.removal(Place.RUN, revision(from), recordMetadata)
              : new DocumentWrite(Place.RUN, "" + to, revision(from), recordMetadata));
    }

    @Override
    @Operation
    public boolean note(@Param(name = "number") int at) {
      return done(
          DocumentWrite.note(Place.RUN, revision(at), Samples.news(new Event.DocumentSaved())));
    }

    private boolean done(DocumentWrite documentWrite) {
      try {
        store.replace(documentWrite);
        return true;
      } catch (ConflictException stale) {
        return false;
      }
    }

    @Override
    @Operation
    public String read() {
      var found = store.find(Place.RUN);
      var text = found.map(Document::text).orElse("");
      return (text.isEmpty() ? "0" : text) + "/" + found.map(Document::sequence).orElse(0L);
    }
  }

  /// As one alone would see it.
  public static final class InOrder implements Numbered {
    private int number;
    private int recorded;

    /// Begins with nothing.
    public InOrder() {}

    @Override
    public boolean swap(int from, int to) {
      if (number != from) {
        return false;
      }
      number = to;
      recorded++;
      return true;
    }

    @Override
    public boolean note(int at) {
      return swap(at, at);
    }

    @Override
    public String read() {
      return number + "/" + recorded;
    }
  }
}
