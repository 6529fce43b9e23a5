package dev.tidemark.app.cli.terminal;

import dev.tidemark.app.view.text.StyledLine;
import java.util.List;

/// Full-screen mode of a terminal. Frames are drawn on its alternate screen; the previous content
/// is restored at the end.
public final class FullScreen implements AutoCloseable {
  private static final String ESCAPE = "\u001b[";

  /// The alternate screen, without a cursor and without line wrapping.
  private static final String TAKE = ESCAPE + "?1049h" + ESCAPE + "?25l" + ESCAPE + "?7l";

  private static final String GIVE_BACK = ESCAPE + "?7h" + ESCAPE + "?25h" + ESCAPE + "?1049l";

  private final Console console;
  private boolean closed;

  /// Takes the terminal over.
  public FullScreen(Console console) {
    this.console = console;
    console.sendControlCodes(TAKE);
  }

  /// Draws a frame: changed cells are overwritten, and unchanged ones do not flicker. Does nothing
  /// once closed.
  ///
  /// @param lines no more than fit
  /// @param columns how wide the terminal is
  /// @return whether the terminal still listens
  public synchronized boolean draw(List<StyledLine> lines, int columns) {
    if (closed) {
      return false;
    }
    var frame = new StringBuilder(ESCAPE).append('H');
    for (int i = 0; i < lines.size(); i++) {
      frame.append(i == 0 ? "" : "\r\n");
      frame.append(console.render(lines.get(i), columns)).append(ESCAPE).append('K');
    }
    return console.sendControlCodes(frame.append(ESCAPE).append('J').toString());
  }

  /// Gives the terminal back. Safe to be called by a thread that ends the process.
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      console.sendControlCodes(GIVE_BACK);
    }
  }
}
