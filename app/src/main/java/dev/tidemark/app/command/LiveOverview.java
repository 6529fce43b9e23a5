package dev.tidemark.app.command;

import dev.tidemark.app.cli.Canvas;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Keys;
import dev.tidemark.app.cli.Line;
import dev.tidemark.app.cli.Paint;
import dev.tidemark.app.view.OverviewView;
import dev.tidemark.app.view.OverviewView.Group;
import dev.tidemark.app.view.OverviewView.Part;
import dev.tidemark.app.view.OverviewView.Row;
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
  private final Tty tty;
  private OverviewView view;
  private Tty.Size size = Tty.Size.USUAL;
  private Instant read = Instant.EPOCH;
  private Instant measured = Instant.EPOCH;
  private String pulse = "";
  private @Nullable String problem;
  private boolean finished;
  private boolean givenBack;
  private int top;

  LiveOverview(Session session, Supplier<OverviewView> source, Tty tty) {
    this.session = session;
    this.source = source;
    this.tty = tty;
    this.view = source.get();
  }

  /// Draws until the user ends it, or the terminal is closed.
  ExitCode watch() {
    var canvas = new Canvas(session.screen());
    var restore = new Thread(() -> giveBack(canvas));
    Runtime.getRuntime().addShutdownHook(restore);
    try {
      loop(canvas, new Keys(session.place().in()));
      return ExitCode.SUCCESS;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.SUCCESS;
    } finally {
      giveBack(canvas);
    }
  }

  /// A second caller, such as the shutdown hook, waits for the first.
  private synchronized void giveBack(Canvas canvas) {
    if (!givenBack) {
      givenBack = true;
      canvas.close();
      tty.restore();
    }
  }

  private void loop(Canvas canvas, Keys keys) throws InterruptedException {
    boolean listens = true;
    Keys.Key key = null;
    while (listens && key != Keys.Key.QUIT) {
      if (isDue(key)) {
        look();
        listens = canvas.draw(frame(), size.columns());
      }
      key = keys.next(POLL_MILLIS);
    }
  }

  /// Returns whether there is anything to draw: a key, something changed, or time enough went by.
  private boolean isDue(Keys.@Nullable Key key) {
    var now = session.project().now();
    boolean due = key != null;
    if (key == Keys.Key.AGAIN || !now.isBefore(read.plus(RESCAN))) {
      read = Instant.EPOCH;
      due = true;
    }
    var beat = session.project().pulse();
    if (!beat.equals(pulse)) {
      pulse = beat;
      read = Instant.EPOCH;
      due = true;
    }
    if (!now.isBefore(measured.plus(RESIZE))) {
      measured = now;
      var found = tty.size();
      due |= !found.equals(size);
      size = found;
    }
    if (key != null) {
      move(key);
    }
    return due;
  }

  private void move(Keys.Key key) {
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

  private List<Line> frame() {
    var rows = view.rows(size.columns(), finished);
    int room = Math.max(1, size.rows() - FRAME);
    top = Math.max(0, Math.min(top, rows.size() - room));
    int end = Math.min(rows.size(), top + room);
    var lines = new ArrayList<Line>();
    lines.add(
        new Line().add(Paint.STRONG, view.project()).add("  ").add(Paint.FAINT, view.counts()));
    lines.add(new Line());
    for (var row : rows.subList(top, end)) {
      lines.add(line(row));
    }
    if (rows.isEmpty()) {
      lines.add(new Line().add(Watching.nothing().getFirst()));
    }
    while (lines.size() < size.rows() - 2) {
      lines.add(new Line());
    }
    lines.add(status(rows.size(), end));
    lines.add(new Line().add(Paint.FAINT, KEYS));
    return lines.size() > size.rows() ? lines.subList(0, size.rows()) : lines;
  }

  private Line status(int all, int end) {
    if (problem != null) {
      return new Line().add(Paint.BAD, problem);
    }
    boolean fits = top == 0 && end == all;
    return new Line()
        .add(Paint.FAINT, fits ? "" : "lines " + (top + 1) + " to " + end + " of " + all);
  }

  private static Line line(Row row) {
    if (row.part() == Part.NEXT) {
      return new Line().add(Paint.FAINT, row.text());
    }
    if (row.part() == Part.TITLE) {
      return new Line().add(paint(row.group()), row.text());
    }
    return new Line().add(rowPaint(row.group()), row.text());
  }

  private static Paint rowPaint(Group group) {
    return switch (group) {
      case FAILED, BLOCKED, DIVERGED, DAMAGED -> Paint.BAD;
      case WAITING, RUNNING, DOUBT -> Paint.PLAIN;
      case DONE -> Paint.FAINT;
    };
  }

  private static Paint paint(Group group) {
    return switch (group) {
      case FAILED, BLOCKED, DIVERGED, DAMAGED -> Paint.BAD;
      case WAITING, DOUBT -> Paint.DOUBTFUL;
      case RUNNING -> Paint.GOOD;
      case DONE -> Paint.STRONG;
    };
  }
}
