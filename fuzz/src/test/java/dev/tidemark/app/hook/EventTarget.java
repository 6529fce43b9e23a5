package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.TypedCommand;
import dev.tidemark.app.hook.guard.ShellGuard;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Target;
import dev.tidemark.json.JsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is read from an event of an agent before anything is looked at: prompts, patches, command
/// lines for a shell.
public final class EventTarget implements Target {
  private static final List<String> GUARDED = List.of(".tidemark", ".review-gate.md");

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    guessed(text);
    HookInput event;
    try {
      event = HookInput.read(new ByteArrayInputStream(input));
    } catch (JsonException | IOException expected) {
      Claims.explains(expected);
      return;
    }
    event.session();
    event.cause();
    event.promptId();
    event.files();
    Claims.holds(event.folder(Path.of("/project")).isAbsolute(), "an absolute folder");
    guessed(event.prompt());
    var line = event.shell();
    if (line != null) {
      guessed(line);
    }
  }

  private static void guessed(String text) {
    TypedCommand.of(text);
    var name = ShellGuard.changed(text, GUARDED);
    Claims.holds(name == null || GUARDED.contains(name), "one of the guarded files");
    HookInput.addPatchFiles(text, new ArrayList<>());
  }
}
