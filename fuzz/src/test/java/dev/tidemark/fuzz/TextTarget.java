package dev.tidemark.fuzz;

import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.integrations.git.IgnoreFile;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.DisplayWidth;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Slug;
import dev.tidemark.text.TabLine;
import dev.tidemark.text.Timestamps;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Texts and words of a command line, whatever they say.
final class TextTarget implements Target {
  private static final List<String> RULES = List.of(".claude/state/", ".tidemark/");
  private static final int COLUMNS = 40;

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    times(text.strip());
    shown(text);
    var once = IgnoreFile.with(text, "# ours", RULES);
    Claims.same(
        IgnoreFile.with(once.text(), "# ours", RULES).text(), once.text(), "rules added again");
    Claims.holds(once.text().startsWith(text), "what was there");
    CommandRegistry.parse(text.split("\n", -1));
    Slug.of(text);
    Sha256.uuid(text);
    TabLine.split(text);
    Claims.same(Secrets.redacted(Secrets.redacted(text)), Secrets.redacted(text), "blacked out");
  }

  private static void times(String text) {
    var time = Timestamps.parse(text);
    if (time.isPresent()) {
      var again = Timestamps.parse(Timestamps.millis(time.get()));
      Claims.same(again.orElse(null), time.get().truncatedTo(ChronoUnit.MILLIS), "a time");
    }
  }

  private static void shown(String text) {
    var plain = PlainText.of(text);
    var line = PlainText.line(text);
    Claims.holds(plain.indexOf('\u001b') < 0 && line.indexOf('\n') < 0, "nothing steers");
    PlainText.name(text);
    Claims.holds(DisplayWidth.of(DisplayWidth.cut(line, COLUMNS)) <= COLUMNS, "cut to its width");
    DisplayWidth.wrapped(plain, COLUMNS);
  }
}
