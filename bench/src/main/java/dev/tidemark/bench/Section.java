package dev.tidemark.bench;

import java.util.Formatter;
import java.util.Locale;

/// Writes down the measures of single operations, as Markdown.
final class Section {
  private static final double DURABLE = 1.2;
  private static final double GROWTH = 1.2;
  private static final double JOURNAL = 1.3;

  private final Formatter page = new Formatter(Locale.ROOT);

  /// Returns the section that tells of both.
  static String of(DurableUpdate durable, LongHistory history) {
    Section section = new Section();
    section.durable(durable);
    section.history(history);
    return section.page.toString();
  }

  private void durable(DurableUpdate durable) {
    page.format(
        """
        ## A durable update

        %,d pairs in one process, in random order; a document of 3 KB, of which 400 bytes are new.
        The bare operations write the same amounts of bytes: append and force; temporary file,
        force, rename, and force of the folder. They check, lock and encode nothing.

        """,
        durable.store().count());
    head();
    row(
        "`FileStore`: `find`, `replace`",
        durable.store(),
        durable.ratio(),
        judged(durable.ratio(), DURABLE));
    row("bare operations", durable.bare(), 1, "");
  }

  private void history(LongHistory history) {
    page.format(
        """

        ## A long history

        %,d updates of one document of 6 KB, each with 4 KB of random new text. The old run is then
        measured in turn with young runs, which have %d to %d updates. `reopened` opens the store
        and finds the document for each update, as a new process does.

        """,
        history.all().count(), LongHistory.YOUNG_FROM, LongHistory.YOUNG_TO);
    head();
    pairs("stays open", history.open());
    pairs("reopened", history.reopened());
    row("old run, its last " + LongHistory.WINDOW, history.late(), history.drift(), "");
    row("old run, the first " + LongHistory.WINDOW + " after ten", history.early(), 1, "");
    page.format(
        "%nJournal: %,d bytes for %,d bytes of new text, ratio %.2f; %s.%n",
        history.journalSize(),
        history.newData(),
        history.journalRatio(),
        judged(history.journalRatio(), JOURNAL));
  }

  private void pairs(String how, LongHistory.Pairs pairs) {
    row("old run, " + how, pairs.old(), pairs.ratio(), judged(pairs.ratio(), GROWTH));
    row("young runs, " + how, pairs.young(), 1, "");
  }

  private void head() {
    page.format("| operation | \u00b5s: median (1 %%..99 %%) | ratio | target |%n");
    page.format("|---|---|---|---|%n");
  }

  private void row(String name, Samples samples, double ratio, String verdict) {
    double from = samples.quantile(0.01);
    double to = samples.quantile(0.99);
    page.format(
        "| %s | %.0f (%.0f..%.0f) | %.2f | %s |%n",
        name, samples.median(), from, to, ratio, verdict);
  }

  private static String judged(double ratio, double limit) {
    String verdict = ratio <= limit ? "met" : "**missed**";
    return String.format(Locale.ROOT, "at most %.1f: %s", limit, verdict);
  }
}
