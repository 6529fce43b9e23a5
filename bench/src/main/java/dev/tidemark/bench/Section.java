package dev.tidemark.bench;

import java.util.Locale;

/// Writes down the measures of single operations, as Markdown.
final class Section {
  private static final double DURABLE = 1.2;
  private static final double GROWTH = 1.2;
  private static final double JOURNAL = 1.3;

  private final StringBuilder text = new StringBuilder();

  /// Returns the section that tells of both.
  static String of(DurableUpdate durable, LongHistory history) {
    Section section = new Section();
    section.durable(durable);
    section.history(history);
    return section.text.toString();
  }

  private void durable(DurableUpdate durable) {
    line("## A durable update");
    line("");
    line(
        "One process, %,d pairs in random order, a document of 3 KB of which 400 bytes are new.",
        durable.store().count());
    line("The bare operations write the same bytes: append and force; temporary file, force,");
    line("rename, and force of the folder.");
    head("");
    row("`FileStore.replace`", durable.store(), durable.ratio(), verdict(durable.ratio(), DURABLE));
    row("bare operations", durable.bare(), 1, "");
  }

  private void history(LongHistory history) {
    line("");
    line("## A long history");
    line("");
    line(
        "%,d updates of one document of 6 KB, each with 4 KB of random new text; retention off.",
        history.all().count());
    line(
        "The old run is then measured in turn with young runs, which have %d to %d updates.",
        LongHistory.YOUNG_FROM, LongHistory.YOUNG_TO);
    line("`reopened` opens the store and finds the document for each update, as a process does.");
    head("");
    row(
        "old run, in turn",
        history.open().old(),
        history.open().ratio(),
        verdict(history.open().ratio(), GROWTH));
    row("young runs, in turn", history.open().young(), 1, "");
    row(
        "old run, reopened",
        history.reopened().old(),
        history.reopened().ratio(),
        verdict(history.reopened().ratio(), GROWTH));
    row("young runs, reopened", history.reopened().young(), 1, "");
    row(
        "last " + LongHistory.WINDOW + " of the old run's way",
        history.late(),
        history.late().median() / history.early().median(),
        "");
    row("first " + LongHistory.WINDOW + " after its tenth", history.early(), 1, "");
    line("");
    line(
        "Journal: %,d bytes for %,d bytes of new text, ratio %.2f, at most %.1f: %s.",
        history.journalSize(),
        history.newData(),
        history.journalRatio(),
        JOURNAL,
        word(history.journalRatio() <= JOURNAL));
  }

  private void head(String before) {
    line(before);
    line("| operation | \u00b5s: median (1 %%..99 %%) | ratio | target |");
    line("|---|---|---|---|");
  }

  private void row(String name, Samples samples, double ratio, String verdict) {
    line(
        "| %s | %.0f (%.0f..%.0f) | %.2f | %s |",
        name, samples.median(), samples.quantile(0.01), samples.quantile(0.99), ratio, verdict);
  }

  private static String verdict(double ratio, double limit) {
    return String.format(Locale.ROOT, "at most %.1f: %s", limit, word(ratio <= limit));
  }

  private static String word(boolean met) {
    return met ? "PASS" : "**FAIL**";
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
