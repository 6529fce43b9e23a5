package dev.tidemark.app.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.view.text.LocalTimeFormat;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.DisplayWidth;
import dev.tidemark.text.EscapedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Console: the only place that prints: results to standard output, everything else to standard
/// error.
///
/// Each text is printed as one line: line breaks, escape sequences and invisible characters are
/// escaped here, so that no view can forget it and a text from a file cannot forge a line. Results
/// are buffered until [#flush], [#close] or the next word on standard error. A reader that went
/// away (`| head`) is no error: the rest is dropped.
public final class Console {
  private static final int BUFFER = 8192;
  private static final String NAME = "tidemark: ";
  private static final String HINT = "hint: ";

  private final OutputStream out;
  private final OutputStream err;
  private final OutputOptions outputOptions;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
  private boolean gone;
  private final boolean inProcess;
  private @Nullable JsonObject document;
  private @Nullable String lost;
  private @Nullable Set<String> noted;

  /// Makes the screen over two streams, which it does not close.
  public Console(OutputStream out, OutputStream err, OutputOptions outputOptions) {
    this(out, err, outputOptions, false);
  }

  private Console(
      OutputStream out, OutputStream err, OutputOptions outputOptions, boolean inProcess) {
    this.out = out;
    this.err = err;
    this.outputOptions = outputOptions;
    this.inProcess = inProcess;
  }

  /// Returns a console for a caller in this process: the JSON document is not printed but kept.
  public static Console inProcess(OutputStream out, OutputStream err, OutputOptions outputOptions) {
    return new Console(out, err, outputOptions, true);
  }

  /// Returns how results are to appear.
  public OutputOptions look() {
    return outputOptions;
  }

  /// Prints a line of the result; nothing where JSON was asked for.
  public void line(String text) {
    if (!outputOptions.json()) {
      print(ControlCharEscaper.line(local(text), outputOptions.terminal()) + "\n");
    }
  }

  /// Returns the text with times as they are asked for.
  private String local(String text) {
    return outputOptions.zone() == null
        ? text
        : LocalTimeFormat.withLocalTimes(text, outputOptions.zone());
  }

  /// Prints a line of the result in paint; nothing where JSON was asked for.
  public void line(StyledLine styledLine) {
    if (!outputOptions.json()) {
      print(render(styledLine, Integer.MAX_VALUE) + "\n");
    }
  }

  /// Prints a line of the result, cut to the width of the terminal with an ellipsis; whole into a
  /// pipe or file.
  public void line(StyledLine styledLine, int columns) {
    if (!outputOptions.json()) {
      boolean screen = outputOptions.terminal().output();
      print(render(styledLine, screen ? columns : Integer.MAX_VALUE) + "\n");
    }
  }

  /// Returns a line as it goes to a screen, its texts made safe and its times local, cut to that
  /// many columns.
  String render(StyledLine styledLine, int columns) {
    var terminal = outputOptions.terminal();
    // The replacement of an ellipsis on a console without Unicode is wider.
    int left = terminal.isUnicode() || columns == Integer.MAX_VALUE ? columns : columns - 2;
    var line = new StringBuilder();
    for (var part : styledLine.parts()) {
      var whole = ControlCharEscaper.line(local(part.text()), terminal);
      var text = whole;
      if (columns < Integer.MAX_VALUE) {
        whole = whole.replace('\t', ' ');
        text = left > 0 ? DisplayWidth.cut(whole, left) : "";
        left = text.equals(whole) ? left - DisplayWidth.of(text) : 0;
        text = ControlCharEscaper.line(text, terminal);
      }
      line.append(outputOptions.colour() && !text.isEmpty() ? part.style().applyTo(text) : text);
    }
    return line.toString();
  }

  /// Prints a line that only confirms the request: `--quiet` suppresses it.
  public void printConfirmation(String text) {
    if (!outputOptions.quiet()) {
      line(text);
    }
  }

  /// Prints a styled line that only confirms the request.
  public void printConfirmation(StyledLine styledLine) {
    if (!outputOptions.quiet()) {
      line(styledLine);
    }
  }

  /// Prints the one JSON document of this call, or keeps it for a caller in this process.
  ///
  /// @throws IllegalStateException when there has been one already
  public void json(JsonObject json) {
    if (document != null) {
      throw new IllegalStateException("a second JSON document for one call");
    }
    document = json;
    if (!inProcess) {
      write((EscapedText.json(JsonText.compact(json)) + "\n").getBytes(UTF_8));
    }
  }

  /// Prints a JSON object in a line before the document of this call, at once; nothing for a caller
  /// in this process.
  public void jsonLine(JsonObject json) {
    if (!inProcess) {
      write((EscapedText.json(JsonText.compact(json)) + "\n").getBytes(UTF_8));
      flush();
    }
  }

  /// Returns the one JSON document of this call; null if there has been none.
  public @Nullable JsonObject document() {
    return document;
  }

  /// Prints the content of a file: byte for byte into a pipe or file, made visible on a terminal.
  public void raw(byte[] content) {
    if (outputOptions.json()) {
      return;
    }
    if (outputOptions.terminal().output()) {
      print(ControlCharEscaper.lines(new String(content, UTF_8), outputOptions.terminal()));
    } else {
      write(content);
    }
  }

  /// Prints what a command printed that a server executed: as it came into a pipe or file, made
  /// visible on a terminal.
  public void relay(byte[] output, String diagnostics) {
    complain(ControlCharEscaper.lines(diagnostics, outputOptions.terminal()));
    raw(output);
  }

  /// Prints a problem, in one line on standard error.
  public void problem(String message) {
    problem(message, null);
  }

  /// Prints a problem and, if there is one, its hint on the next line of standard error. Both may
  /// quote what the user typed, so secrets are redacted. Only a message with a fixed wording of two
  /// sentences ends in a full stop: its hint is the second of them (R-004-96).
  public void problem(String message, @Nullable String hint) {
    var text = Secrets.redacted(message);
    var step = hint == null ? "" : Secrets.redacted(hint);
    if (hint != null && message.endsWith(".")) {
      diagnose(text + " " + step);
    } else {
      diagnose(text);
      hint(step);
    }
  }

  /// Prints a remark on standard error; nothing with `--quiet`.
  public void note(String message) {
    if (!outputOptions.quiet()) {
      diagnose(message);
    }
  }

  /// Prints a remark, once for each call even if several parts of it report it.
  public void noteOnce(String message) {
    noteOnce(message, "");
  }

  /// Prints a remark and its hint on the next line, once for each call even if several parts of it
  /// report it.
  public void noteOnce(String message, String hint) {
    var known = noted == null ? new HashSet<String>() : noted;
    noted = known;
    if (known.add(message) && !outputOptions.quiet()) {
      diagnose(message);
      hint(hint);
    }
  }

  /// Returns where the output of other programs goes, as it comes: beside the diagnostics.
  public OutputStream errors() {
    flush();
    return err;
  }

  /// Prints a file access and its reason on standard error; nothing without `--verbose`.
  public void trace(String message) {
    if (outputOptions.verbose()) {
      diagnose(message);
    }
  }

  /// Shows a question or the answer that was taken for it, on standard error: one line, which ends
  /// here if the text has a line feed at its end.
  void ask(String text) {
    boolean ends = text.endsWith("\n");
    var line = ends ? text.substring(0, text.length() - 1) : text;
    complain(ControlCharEscaper.line(line, outputOptions.terminal()) + (ends ? "\n" : ""));
  }

  /// Overwrites the current line of the terminal; no-op without a terminal, or in JSON or quiet
  /// mode.
  void overwriteLine(String text) {
    if (outputOptions.terminal().output() && !outputOptions.json() && !outputOptions.quiet()) {
      complain("\r" + ControlCharEscaper.line(text, outputOptions.terminal()));
    }
  }

  /// Sends control sequences or a frame to the terminal, unbuffered.
  ///
  /// @return whether it still listens
  boolean sendControlCodes(String codes) {
    write(ControlCharEscaper.bytes(codes, outputOptions.terminal()));
    flush();
    return !gone;
  }

  private void diagnose(String message) {
    complain(NAME + oneLine(message));
  }

  private void hint(String hint) {
    if (!hint.isEmpty()) {
      complain(HINT + oneLine(hint));
    }
  }

  private String oneLine(String text) {
    return ControlCharEscaper.line(local(text), outputOptions.terminal()) + "\n";
  }

  private void complain(String text) {
    flush();
    try {
      err.write(ControlCharEscaper.bytes(text, outputOptions.terminal()));
      err.flush();
    } catch (IOException e) {
      // The output was closed; the exit code still has the result.
      lost = lost == null ? e.toString() : lost;
    }
  }

  private void print(String text) {
    write(ControlCharEscaper.bytes(text, outputOptions.terminal()));
  }

  private void write(byte[] bytes) {
    if (gone) {
      return;
    }
    buffer.write(bytes, 0, bytes.length);
    if (buffer.size() >= BUFFER) {
      flush();
    }
  }

  /// Flushes the output.
  public void flush() {
    if (gone) {
      return;
    }
    try {
      buffer.writeTo(out);
      out.flush();
    } catch (IOException e) {
      gone = true;
      if (!isBrokenPipe(e)) {
        lost = DiskReason.of(e);
      }
    }
    buffer.reset();
  }

  private static boolean isBrokenPipe(IOException e) {
    String message = e.getMessage();
    return message != null && (message.contains("ipe") || message.contains("reset by peer"));
  }

  /// Sends everything on its way and returns how the process ends: as given, but as
  /// [ExitCode#REFUSED] when a result could not be written, for example to a full disk.
  public ExitCode close(ExitCode code) {
    flush();
    if (lost == null) {
      return code;
    }
    if (gone) {
      diagnose("the result could not be written: " + lost);
    }
    return code == ExitCode.SUCCESS ? ExitCode.REFUSED : code;
  }
}
