package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/// Compares finding and replacing a document with the bare disk operations it cannot do without.
///
/// Both run in turn, in an order that chance decides each time, because the disk's speed drifts.
///
/// @param store how long the store took
/// @param bare how long the same bytes took without it
record DurableUpdate(Samples store, Samples bare) {
  /// How many pairs pass before the virtual machine has compiled what it will. With 3,000 the ratio
  /// still falls for another 6,000.
  static final int WARM_UP = 10_000;

  private static final int DOCUMENT = 3_000;
  private static final int FRESH = 400;

  /// Measures that many pairs, after [#WARM_UP] that are not counted.
  static DurableUpdate measure(Path scratch, int pairs) throws IOException {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    MeasuredRun run = new MeasuredRun(scratch.resolve("store"));
    Texts texts = new Texts(DOCUMENT, FRESH, random);
    Samples store = new Samples();
    Samples bare = new Samples();
    long size = grown(run, texts.next());
    try (PlainFiles files = new PlainFiles(scratch.resolve("bare"))) {
      for (int i = -WARM_UP; i < pairs; i++) {
        String text = texts.next();
        boolean storeFirst = random.nextBoolean();
        long before = run.journalSize();
        long first = storeFirst ? run.foundUpdate(text) : bareUpdate(files, size, text);
        long second = storeFirst ? bareUpdate(files, size, text) : run.foundUpdate(text);
        size = run.journalSize() - before;
        if (i >= 0) {
          store.add(storeFirst ? first : second);
          bare.add(storeFirst ? second : first);
        }
      }
    }
    return new DurableUpdate(store, bare);
  }

  private static long grown(MeasuredRun run, String text) throws IOException {
    run.update(text);
    return run.journalSize();
  }

  private static long bareUpdate(PlainFiles files, long recordSize, String text)
      throws IOException {
    byte[] record = new byte[Math.toIntExact(recordSize)];
    byte[] document = text.getBytes(UTF_8);
    long start = System.nanoTime();
    files.update(record, document);
    return System.nanoTime() - start;
  }

  /// Returns the median of the store divided by that of the bare operations.
  double ratio() {
    return store.median() / bare.median();
  }
}
