package dev.tidemark.app.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What people mean who type at a terminal, and what terminals make of their keys.
class RawKeyInputTest {
  private static List<RawKeyInput.Key> typed(String text) throws InterruptedException {
    var rawKeyInput =
        new RawKeyInput(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    var typed = new ArrayList<RawKeyInput.Key>();
    RawKeyInput.Key key;
    do {
      key = rawKeyInput.next(60_000);
      typed.add(key);
    } while (key != null && key != RawKeyInput.Key.QUIT);
    return typed;
  }

  @Test
  void letters_and_the_keys_without_letters_mean_the_same() throws InterruptedException {
    assertThat(typed("kjbfgG"))
        .isEqualTo(typed("\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[H\u001b[4~"))
        .containsExactly(
            RawKeyInput.Key.UP,
            RawKeyInput.Key.DOWN,
            RawKeyInput.Key.PAGE_UP,
            RawKeyInput.Key.PAGE_DOWN,
            RawKeyInput.Key.FIRST,
            RawKeyInput.Key.LAST,
            RawKeyInput.Key.QUIT);
  }

  @Test
  void keys_that_mean_nothing_here_do_nothing() throws InterruptedException {
    assertThat(typed("x\u001b[15;2~\u001b[Z\u001bOPé\t\u001b\u001b[Br"))
        .containsExactly(RawKeyInput.Key.DOWN, RawKeyInput.Key.AGAIN, RawKeyInput.Key.QUIT);
  }

  @Test
  void a_key_cut_off_by_the_end_is_none() throws InterruptedException {
    assertThat(typed("d\u001b[")).containsExactly(RawKeyInput.Key.FINISHED, RawKeyInput.Key.QUIT);
  }

  @Test
  void nothing_typed_is_nothing_meant() throws Exception {
    try (var silent = new PipedInputStream();
        var _ = new PipedOutputStream(silent)) {
      assertThat(new RawKeyInput(silent).next(1)).isNull();
    }
  }
}
