package dev.tidemark.app.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Raw key input from a terminal.
public final class RawKeyInput {
  private static final int ESCAPE = 0x1b;

  /// Meaning of a key.
  public enum Key {
    /// To end it: `q`, or the terminal is gone.
    QUIT,
    /// A line up: arrow, `k`.
    UP,
    /// A line down: arrow, `j`.
    DOWN,
    /// A page up: `b`.
    PAGE_UP,
    /// A page down: space, `f`.
    PAGE_DOWN,
    /// To the beginning: `g`.
    FIRST,
    /// To the end: `G`.
    LAST,
    /// Finished runs shown, or not: `d`.
    FINISHED,
    /// To look again: `r`.
    AGAIN
  }

  private final BlockingQueue<Key> typed = new LinkedBlockingQueue<>();
  private int state;
  private int digit;

  /// Reads keys until the input ends, by a thread that keeps no process alive.
  public RawKeyInput(InputStream in) {
    var reader = new Thread(() -> read(in), "keys");
    reader.setDaemon(true);
    reader.start();
  }

  /// Returns the next key, or null if none that means anything is typed in time.
  public @Nullable Key next(long millis) throws InterruptedException {
    return typed.poll(millis, TimeUnit.MILLISECONDS);
  }

  private void read(InputStream in) {
    try {
      for (int c = in.read(); c >= 0; c = in.read()) {
        var key = key(c);
        if (key != null) {
          typed.add(key);
        }
      }
    } catch (IOException gone) {
      // A terminal that cannot be read any more is one that was closed.
    }
    typed.add(Key.QUIT);
  }

  /// Keys without a character are sent as ESC, `[` or `O`, perhaps a number, and a last character.
  private @Nullable Key key(int c) {
    if (c == ESCAPE) {
      state = 1;
      return null;
    }
    if (state == 1 && (c == '[' || c == 'O')) {
      state = 2;
      digit = 0;
      return null;
    }
    if (state == 2) {
      if (c < '@') {
        digit = c >= '0' && c <= '9' ? c : digit;
        return null;
      }
      state = 0;
      return named(c);
    }
    state = 0;
    return switch (c) {
      case 'q', 'Q' -> Key.QUIT;
      case 'k' -> Key.UP;
      case 'j' -> Key.DOWN;
      case 'b' -> Key.PAGE_UP;
      case 'f', ' ' -> Key.PAGE_DOWN;
      case 'g' -> Key.FIRST;
      case 'G' -> Key.LAST;
      case 'd' -> Key.FINISHED;
      case 'r' -> Key.AGAIN;
      default -> null;
    };
  }

  private @Nullable Key named(int last) {
    return switch (last) {
      case 'A' -> Key.UP;
      case 'B' -> Key.DOWN;
      case 'H' -> Key.FIRST;
      case 'F' -> Key.LAST;
      case '~' ->
          switch (digit) {
            case '5' -> Key.PAGE_UP;
            case '6' -> Key.PAGE_DOWN;
            case '1' -> Key.FIRST;
            case '4' -> Key.LAST;
            default -> null;
          };
      default -> null;
    };
  }
}
