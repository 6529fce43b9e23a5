package dev.tidemark.app.command;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.terminal.FullScreen;
import dev.tidemark.app.cli.terminal.RawKeyInput;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TerminalMode;
import dev.tidemark.app.view.run.OverviewView;
import dev.tidemark.app.view.run.OverviewView.Group;
import dev.tidemark.app.view.run.OverviewView.Part;
import dev.tidemark.app.view.run.OverviewView.Row;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Live overview on a terminal, redrawn after every change, until the user ends it.
final class LiveOverview {
  private static final long POLL_MILLIS = 250;

  /// The longest delay until an external edit is shown.
  private static final Duration RESCAN = Duration.ofSeconds(10);

  /// The longest delay until a new terminal size is applied.
  private static final Duration RESIZE = Duration.ofSeconds(1);

  /// The heading, the line below it, the line above the keys, and the keys.
  private static final int FRAME = 4;

  private static final String KEYS =
      "q quit  j/k or arrows scroll  space/b page  d finished runs  r read again";

  private final Session session;
  private final Supplier<OverviewView> source;
  private final TerminalMode terminalMode;
  private OverviewView view;
  private TerminalMode.Size size = TerminalMode.Size.USUAL;
  private Instant read = Instant.EPOCH;
  private Instant measured = Instant.EPOCH;
  private String token = "";
  private @Nullable String problem;
  private boolean finished;
  private boolean givenBack;
  private int top;

  LiveOverview(Session session, Supplier<OverviewView> source, TerminalMode terminalMode) {
    this.session = session;
    this.source = source;
    this.terminalMode = terminalMode;
    this.view = source.get();
  }

  /// Draws until the user ends it, or the terminal is closed.
  ExitCode watch() {
    var fullScreen = new FullScreen(session.screen());
    var restore = new Thread(() -> giveBack(fullScreen));
    Runtime.getRuntime().addShutdownHook(restore);
    try {
      loop(fullScreen, new RawKeyInput(session.place().in()));
      return ExitCode.SUCCESS;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.SUCCESS;
    } finally {
      giveBack(fullScreen);
    }
  }

  /// A second caller, such as the shutdown hook, waits for the first.
  private synchronized void giveBack(FullScreen fullScreen) {
    if (!givenBack) {
      givenBack = true;
      fullScreen.close();
      terminalMode.restore();
    }
  }

  private void loop(FullScreen fullScreen, RawKeyInput rawKeyInput) throws InterruptedException {
    boolean listens = true;
    RawKeyInput.Key key = null;
    while (listens && key != RawKeyInput.Key.QUIT) {
      if (isDue(key)) {
        look();
        listens = fullScreen.draw(frame(), size.columns());
      }
      key = rawKeyInput.next(POLL_MILLIS);
    }
  }

  /// Returns whether there is anything to draw: a key, something changed, or time enough went by.
  private boolean isDue(RawKeyInput.@Nullable Key key) {
    var now = session.project().now();
    boolean due = key != null;
    if (key == RawKeyInput.Key.AGAIN || !now.isBefore(read.plus(RESCAN))) {
      read = Instant.EPOCH;
      due = true;
    }
    var beat = session.project().changeToken();
    if (!beat.equals(token)) {
      token = beat;
      read = Instant.EPOCH;
      due = true;
    }
    if (!now.isBefore(measured.plus(RESIZE))) {
      measured = now;
      var found = terminalMode.size();
      due |= !found.equals(size);
      size = found;
    }
    if (key != null) {
      move(key);
    }
    return due;
  }

  private void move(RawKeyInput.Key key) {
    int page = Math.max(1, size.rows() - FRAME);
    switch (key) {
      case UP -> top--;
      case DOWN -> top++;
      case PAGE_UP -> top -= page;
      case PAGE_DOWN -> top += page;
      case FIRST -> top = 0;
      case LAST -> top = Integer.MAX_VALUE / 2;
      case FINISHED -> finished = !finished;
      default -> {}
    }
  }

  private void look() {
    if (read.equals(Instant.EPOCH)) {
      read = session.project().now();
      try {
        view = source.get();
        problem = null;
      } catch (StoreException failure) {
        problem = "this is how it was: " + failure.getMessage();
      }
    }
  }

  private List<StyledLine> frame() {
    var rows = view.rows(size.columns(), finished);
    int room = Math.max(1, size.rows() - FRAME);
    top = Math.max(0, Math.min(top, rows.size() - room));
    int end = Math.min(rows.size(), top + room);
    var lines = new ArrayList<StyledLine>();
    lines.add(
        new StyledLine()
            .add(Style.STRONG, view.project())
            .add("  ")
            .add(Style.FAINT, view.counts()));
    lines.add(new StyledLine());
    for (var row : rows.subList(top, end)) {
      lines.add(line(row));
    }
    if (rows.isEmpty()) {
      lines.add(new StyledLine().add(WatchCommand.noRunsLines().getFirst()));
    }
    while (lines.size() < size.rows() - 2) {
      lines.add(new StyledLine());
    }
    lines.add(status(rows.size(), end));
    lines.add(new StyledLine().add(Style.FAINT, KEYS));
    return lines.size() > size.rows() ? lines.subList(0, size.rows()) : lines;
  }

  private StyledLine status(int all, int end) {
    if (problem != null) {
      return new StyledLine().add(Style.BAD, problem);
    }
    boolean fits = top == 0 && end == all;
    return new StyledLine()
        .add(Style.FAINT, fits ? "" : "lines " + (top + 1) + " to " + end + " of " + all);
  }

  private static StyledLine line(Row row) {
    if (row.part() == Part.NEXT) {
      return new StyledLine().add(Style.FAINT, row.text());
    }
    if (row.part() == Part.TITLE) {
      return new StyledLine().add(paint(row.group()), row.text());
    }
    if (row.part() == Part.ACTIVITY) {
      return new StyledLine().add(row.text());
    }
    var style = row.part() == Part.FAILURE ? Style.BAD : rowPaint(row.group());
    return new StyledLine().add(style, row.text());
  }

  private static Style rowPaint(Group group) {
    return switch (group) {
      case FAILED, BLOCKED, DIVERGED, MISSING, DAMAGED -> Style.BAD;
      case WAITING, RUNNING, DOUBT -> Style.PLAIN;
      case DONE -> Style.FAINT;
    };
  }

  private static Style paint(Group group) {
    return switch (group) {
      case FAILED, BLOCKED, DIVERGED, MISSING, DAMAGED -> Style.BAD;
      case WAITING, DOUBT -> Style.DOUBTFUL;
      case RUNNING -> Style.GOOD;
      case DONE -> Style.STRONG;
    };
  }
}
