package dev.tidemark.app.cli.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConsoleTest {
  private static final Terminal PIPE = Terminal.NONE;
  private static final Terminal COLOURED = Terminal.of(true, true, "UTF-8", Map.of());

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console screen(Terminal terminal, String... words) {
    return new Console(
        out, err, OutputOptions.of(terminal, (ParsedCommand) CommandRegistry.parse(words)));
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private String err() {
    return err.toString(UTF_8);
  }

  @Proves({"R-COM-08", "R-USR-20"})
  @Test
  void results_go_to_the_output_and_problems_to_the_error_stream_one_line_each() {
    Console console = screen(PIPE, "status");
    console.line("a result");
    console.problem("it\nbroke", "run tidemark doctor");
    console.note("by the way");
    console.trace("read a file");
    assertThat(console.close(ExitCode.GATE)).isEqualTo(ExitCode.GATE);
    assertThat(out()).isEqualTo("a result\n");
    assertThat(err())
        .isEqualTo("tidemark: it\\nbroke\nhint: run tidemark doctor\ntidemark: by the way\n");
  }

  @Test
  void a_hint_has_its_own_line_except_behind_a_fixed_first_sentence() {
    Console console = screen(PIPE, "status");
    console.problem("no run", null);
    console.problem("no run", "Start\none");
    console.problem("No checkpoint found.", "Run without --resume.");
    console.noteOnce("not trusted", "Trust it");
    console.noteOnce("not trusted", "Trust it");
    assertThat(err())
        .isEqualTo(
            """
            tidemark: no run
            tidemark: no run
            hint: Start\\none
            tidemark: No checkpoint found. Run without --resume.
            tidemark: not trusted
            hint: Trust it
            """);
  }

  @Proves("R-COM-08")
  @Test
  void with_json_the_output_is_exactly_one_document() {
    Console console = screen(PIPE, "status", "--json");
    console.line("text");
    console.printConfirmation(new StyledLine().add(Style.GOOD, "done"));
    console.raw(new byte[] {65});
    console.json(JsonObject.builder().add("a", "ü").build());
    console.note("a notice");
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("{\"a\":\"ü\"}\n");
    assertThat(err()).isEqualTo("tidemark: a notice\n");
    assertThatThrownBy(() -> console.json(JsonObject.EMPTY))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void quiet_keeps_results_and_problems() {
    Console console = screen(PIPE, "status", "--quiet");
    console.line("result");
    console.printConfirmation("confirmation");
    console.note("note");
    console.problem("problem");
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("result\n");
    assertThat(err()).isEqualTo("tidemark: problem\n");
  }

  @Proves("R-USR-20")
  @Test
  void verbose_tells_what_was_read() {
    Console console = screen(PIPE, "status", "--verbose");
    console.trace("read a.json: it is the open run");
    assertThat(err()).isEqualTo("tidemark: read a.json: it is the open run\n");
  }

  @ParameterizedTest
  @CsvSource({
    "xterm, '', status,            true",
    "none,  '', status,            false",
    "dumb,  '', status,            false",
    "xterm, 1,  status,            false",
    "xterm, '', status --no-color, false"
  })
  void colour_needs_a_terminal_that_wants_it(
      String term, String noColor, String words, boolean coloured) {
    Map<String, String> environment = Map.of("TERM", term, "NO_COLOR", noColor);
    Terminal terminal = Terminal.of(true, !term.equals("none"), "UTF-8", environment);
    Console console = screen(terminal, words.split(" ", -1));
    console.line(new StyledLine().add("a ").add(Style.GOOD, "b").add(" c"));
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo(coloured ? "a \u001b[32mb\u001b[0m c\n" : "a b c\n");
  }

  @ParameterizedTest
  @CsvSource({
    "CLICOLOR_FORCE, 1, '', true",
    "FORCE_COLOR, 1, '', true",
    "FORCE_COLOR, 0, '', false",
    "FORCE_COLOR, 1, 1, false"
  })
  void colour_can_be_forced_without_a_terminal(
      String name, String value, String noColor, boolean coloured) {
    Map<String, String> environment = Map.of(name, value, "NO_COLOR", noColor);
    assertThat(Terminal.of(false, false, "UTF-8", environment).colour()).isEqualTo(coloured);
  }

  @Proves("R-USR-10")
  @Test
  void a_console_without_utf_8_gets_plain_signs() {
    Terminal ascii = Terminal.of(true, true, "ANSI_X3.4-1968", Map.of());
    Console console = screen(ascii, "status");
    console.line("━━ ⚠\ufe0f wait — ✓ done … “x” → y");
    console.line("Überlauf");
    console.problem("kein Übergang —");
    console.close(ExitCode.SUCCESS);
    assertThat(out.toString(ISO_8859_1))
        .isEqualTo("== ! wait - ok done ... \"x\" -> y\n?berlauf\n");
    assertThat(err()).isEqualTo("tidemark: kein ?bergang -\n");
  }

  @Proves("R-USR-10")
  @Test
  void another_character_set_is_spoken_on_a_terminal_and_utf_8_into_a_pipe() {
    Console console = screen(Terminal.of(true, true, "ISO-8859-1", Map.of()), "status");
    console.line("Über — x");
    console.close(ExitCode.SUCCESS);
    assertThat(out.toString(ISO_8859_1)).isEqualTo("Über - x\n");
    out.reset();
    Console pipe = screen(Terminal.of(false, false, "US-ASCII", Map.of()), "status");
    pipe.line("Über — x");
    pipe.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("Über - x\n");
  }

  @Proves("R-USR-10")
  @Test
  void a_console_with_utf_8_shows_everything_as_it_is() {
    Console console = screen(COLOURED, "status");
    console.line("━ ⚠ — ✓ 漢字 👍");
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("━ ⚠ — ✓ 漢字 👍\n");
  }

  static Stream<Arguments> steering() {
    return Stream.of(
        arguments("a\u001b[31mb", "a\\u{1b}[31mb"),
        arguments("a\u0007b", "a\\u{7}b"),
        arguments("a\rb", "a\\rb"),
        arguments("a\u007fb", "a\\u{7f}b"),
        arguments("a\u009b31mb", "a\\u{9b}31mb"),
        arguments("a\u202eb", "a\\u{202e}b"),
        arguments("a\u2066b", "a\\u{2066}b"),
        arguments("a\tb", "a\tb"));
  }

  @ParameterizedTest
  @MethodSource("steering")
  void what_would_steer_a_terminal_is_spelt_out(String text, String shown) {
    Console console = screen(COLOURED, "status");
    console.line(text);
    console.line(new StyledLine().add(Style.PLAIN, text));
    console.problem(text.replace('\r', '\u001b'));
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo((shown + "\n").repeat(2));
    assertThat(err()).doesNotContain("\u001b", "\u009b", "\u0007", "\u202e");
  }

  @Test
  void json_escapes_what_would_steer_a_terminal() {
    Console console = screen(COLOURED, "status", "--json");
    console.json(JsonObject.builder().add("a", "x\u009by\u2028").build());
    console.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("{\"a\":\"x\\u009By\\u2028\"}\n");
  }

  @Test
  void raw_content_is_byte_for_byte_in_a_pipe_and_made_visible_on_a_terminal() {
    byte[] content = {(byte) 0xff, 27, 'x', '\r', '\n'};
    screen(PIPE, "show", "--raw").raw(content);
    Console pipe = screen(PIPE, "show", "--raw");
    pipe.raw(content);
    pipe.close(ExitCode.SUCCESS);
    assertThat(out.toByteArray()).isEqualTo(content);
    out.reset();
    Console terminal = screen(COLOURED, "show", "--raw");
    terminal.raw(content);
    terminal.close(ExitCode.SUCCESS);
    assertThat(out()).isEqualTo("\ufffd\\u{1b}x\\r\n");
  }

  @Test
  void the_two_streams_keep_their_order() {
    OutputStream both = new ByteArrayOutputStream();
    Console console = new Console(both, both, OutputOptions.plain(PIPE));
    console.line("one");
    console.problem("two");
    console.line("three");
    console.close(ExitCode.SUCCESS);
    assertThat(both).hasToString("one\ntidemark: two\nthree\n");
  }

  private static final class Failing extends OutputStream {
    private final String message;

    Failing(String message) {
      this.message = message;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(message);
    }
  }

  @Test
  void a_reader_that_went_away_is_no_error() {
    Console console = new Console(new Failing("Broken pipe"), err, OutputOptions.plain(PIPE));
    console.line("x".repeat(10_000));
    console.line("more");
    assertThat(console.close(ExitCode.SUCCESS)).isEqualTo(ExitCode.SUCCESS);
    assertThat(err()).isEmpty();
  }

  @Test
  void a_result_that_could_not_be_written_is_a_failure() {
    Console console =
        new Console(new Failing("No space left on device"), err, OutputOptions.plain(PIPE));
    console.line("x");
    assertThat(console.close(ExitCode.SUCCESS)).isEqualTo(ExitCode.REFUSED);
    assertThat(err())
        .isEqualTo("tidemark: the result could not be written: No space left on device\n");
  }

  @Test
  void a_line_is_cut_to_the_width_of_a_terminal_and_whole_in_a_pipe() {
    var line = new StyledLine().add("12  ").add(Style.BAD, "tests failed: no network");

    assertThat(cut(line, 16, COLOURED, "history"))
        .isEqualTo("12  \u001b[31mtests faile\u2026\u001b[0m\n");
    assertThat(cut(line, 16, COLOURED, "history", "--no-color"))
        .isEqualTo("12  tests faile\u2026\n");
    assertThat(cut(line, 28, COLOURED, "history", "--no-color")).isEqualTo(line.text() + "\n");
    assertThat(cut(line, 16, PIPE, "history")).isEqualTo(line.text() + "\n");
    assertThat(cut(line, 16, COLOURED, "history", "--json")).isEmpty();
  }

  private String cut(StyledLine line, int columns, Terminal terminal, String... words) {
    out.reset();
    Console console = screen(terminal, words);
    console.line(line, columns);
    console.close(ExitCode.SUCCESS);
    return out();
  }
}
