package dev.tidemark.app.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A terminal taken over and given back.
class FullScreenTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Console screen(OutputStream to, String charset) {
    var terminal = Terminal.of(true, true, charset, Map.of());
    var outputOptions = OutputOptions.of(terminal, (ParsedCommand) CommandRegistry.parse("watch"));
    return new Console(to, new ByteArrayOutputStream(), outputOptions);
  }

  private String drawn(String charset, int columns, StyledLine styledLine) {
    var fullScreen = new FullScreen(screen(out, charset));
    out.reset();
    fullScreen.draw(List.of(styledLine), columns);
    return out.toString(UTF_8);
  }

  @Test
  void whatever_was_taken_is_given_back_once() {
    var fullScreen = new FullScreen(screen(out, "UTF-8"));
    assertThat(out.toString(UTF_8)).isEqualTo("\u001b[?1049h\u001b[?25l\u001b[?7l");
    out.reset();

    fullScreen.close();
    fullScreen.close();

    assertThat(out.toString(UTF_8)).isEqualTo("\u001b[?7h\u001b[?25h\u001b[?1049l");
    assertThat(fullScreen.draw(List.of(new StyledLine().add("late")), 80)).isFalse();
    assertThat(out.toString(UTF_8)).doesNotContain("late");
  }

  @Test
  void a_line_is_cut_where_the_terminal_ends_and_its_paint_with_it() {
    var styledLine = new StyledLine().add(Style.GOOD, "数据库").add(Style.BAD, "abc");

    assertThat(drawn("UTF-8", 8, styledLine))
        .isEqualTo("\u001b[H\u001b[32m数据库\u001b[0m\u001b[31ma…\u001b[0m\u001b[K\u001b[J");
  }

  @Test
  void nothing_in_a_text_steers_the_terminal() {
    var styledLine = new StyledLine().add("a\u001b[2Jb\nc\td\u202e");

    assertThat(drawn("UTF-8", 80, styledLine))
        .isEqualTo("\u001b[Ha\\u{1b}[2Jb\\nc d\\u{202e}\u001b[K\u001b[J");
  }

  @Test
  void on_a_console_without_unicode_a_cut_line_fits_too() {
    assertThat(drawn("US-ASCII", 10, new StyledLine().add("abcdefghijkl")))
        .isEqualTo("\u001b[Habcdefg...\u001b[K\u001b[J");
  }

  @Test
  void whoever_draws_learns_that_the_terminal_is_gone() {
    var gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    assertThat(new FullScreen(screen(gone, "UTF-8")).draw(List.of(new StyledLine()), 80)).isFalse();
  }
}
