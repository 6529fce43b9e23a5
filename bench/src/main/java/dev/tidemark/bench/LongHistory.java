package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/// What an update costs after many others, and what all of them leave on the disk.
///
/// The disk's speed drifts more in the minutes between the first update and the last than the cost
/// may grow. So the old run is also measured in turn with young ones, which have [#YOUNG_FROM] to
/// [#YOUNG_TO] updates behind them.
///
/// @param all every update of the old run, in order
/// @param open old and young runs in turn, each in a store that stays open
/// @param reopened the same with a store opened for each update, as a new process does
/// @param journalSize bytes in the old run's journal after `all`
/// @param newData bytes of new text that `all` brought
record LongHistory(Samples all, Pairs open, Pairs reopened, long journalSize, long newData) {
  /// Updates that a young run has behind it when it is first measured.
  static final int YOUNG_FROM = 10;

  /// Updates after which a young run is left for another one.
  static final int YOUNG_TO = 60;

  /// How many updates a median of the early and of the late time is taken over.
  static final int WINDOW = 1_000;

  private static final int DOCUMENT = 6_000;
  private static final int FRESH = 4_096;

  /// Measures that many updates of one run, then pairs of it and of young ones.
  static LongHistory measure(Path scratch, int updates, int pairs) throws IOException {
    Texts texts = new Texts(DOCUMENT, FRESH, RandomGenerator.of("L64X128MixRandom"));
    MeasuredRun run = new MeasuredRun(scratch.resolve("old"));
    Samples all = new Samples();
    for (int i = 0; i < updates; i++) {
      all.add(run.update(texts.next()));
    }
    long size = run.journalSize();
    Pairs open = new Pairs(new Samples(), new Samples());
    Pairs reopened = new Pairs(new Samples(), new Samples());
    for (int group = 0; open.old().count() < pairs; group++) {
      MeasuredRun young = young(scratch.resolve("young" + group), texts);
      for (int i = YOUNG_FROM; i < YOUNG_TO; i += 2) {
        inTurn(
            i % 4 == 0,
            () -> open.old().add(run.update(texts.next())),
            () -> open.young().add(young.update(texts.next())));
        inTurn(
            i % 4 == 0,
            () -> reopened.old().add(run.reopenedUpdate(texts.next())),
            () -> reopened.young().add(young.reopenedUpdate(texts.next())));
      }
    }
    return new LongHistory(all, open, reopened, size, (long) updates * FRESH);
  }

  private static void inTurn(boolean inOrder, Runnable one, Runnable other) {
    (inOrder ? one : other).run();
    (inOrder ? other : one).run();
  }

  private static MeasuredRun young(Path root, Texts texts) throws IOException {
    MeasuredRun run = new MeasuredRun(root);
    for (int i = 0; i < YOUNG_FROM; i++) {
      run.update(texts.next());
    }
    return run;
  }

  /// Returns the first updates after the tenth.
  Samples early() {
    return all.window(YOUNG_FROM, YOUNG_FROM + WINDOW);
  }

  /// Returns the last updates.
  Samples late() {
    return all.window(Math.max(0, all.count() - WINDOW), all.count());
  }

  /// Returns the median of the late time divided by that of the early one, the disk's mood
  /// included.
  double drift() {
    return late().median() / early().median();
  }

  /// Returns the bytes on the disk for each byte of new text.
  double journalRatio() {
    return (double) journalSize / newData;
  }

  /// Updates of an old run and of young ones, measured in turn.
  record Pairs(Samples old, Samples young) {
    /// Returns the median of the old run divided by that of the young ones.
    double ratio() {
      return old.median() / young.median();
    }
  }
}
