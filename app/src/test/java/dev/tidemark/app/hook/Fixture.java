package dev.tidemark.app.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What an agent of some version sends: a file in `hooks/AGENT/VERSION`, named by its event.
public record Fixture(String agent, String version, String name) {
  /// The newest version of each agent that is written down.
  static Fixture of(Agent agent, String name) {
    var version =
        switch (agent) {
          case CLAUDE_CODE -> "2.1.240";
          case CODEX -> name.equals("SessionEnd") ? "0.169" : "0.145";
          case GEMINI -> "0.34";
          case CURSOR -> "3.20.17";
          case OPENCODE -> "1";
          case QWEN -> "0.24.4";
        };
    return new Fixture(agent.word(), version, name);
  }

  public static Fixture claude(String name) {
    return of(Agent.CLAUDE_CODE, name);
  }

  /// Returns every fixture there is.
  public static List<Fixture> all() {
    var all = new ArrayList<Fixture>();
    var root = folder();
    try (var files = Files.walk(root)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var path = root.relativize(file);
        var name = path.getFileName().toString().replace(".json", "");
        all.add(new Fixture(path.getName(0).toString(), path.getName(1).toString(), name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static Path folder() {
    try {
      return Path.of(URI.create(Fixture.class.getResource("/hooks").toString()));
    } catch (NullPointerException e) {
      throw new IllegalStateException("no fixtures", e);
    }
  }

  /// Returns the event: what stands before the first dash.
  public String event() {
    int dash = name.indexOf('-');
    return dash < 0 ? name : name.substring(0, dash);
  }

  /// Returns what the agent sends from a folder.
  public String text(Path cwd) {
    try {
      var file = folder().resolve(agent).resolve(version).resolve(name + ".json");
      return Files.readString(file, UTF_8).replace("@CWD@", cwd.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends it.
  public Ran send(CommandLineHarness tidemark) {
    return tidemark.given(text(tidemark.folder())).run("hook " + agent + " " + event());
  }
}
