package dev.tidemark.app.settings;

import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Scratch;
import dev.tidemark.fuzz.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The settings of a project, of services and of listeners. Where the text is not said to be one of
/// them by its first character, its sum decides which it is.
public final class SettingsTarget implements Target {
  private static final List<String> FILES =
      List.of(
          ".tidemark/config.yaml",
          ".claude/config/checkpoint.json",
          Integrations.FILE,
          Webhooks.FILE);

  private final Path root = Scratch.folder();

  /// Makes the folders.
  public SettingsTarget() throws IOException {
    Files.createDirectories(root.resolve(".tidemark"));
    Files.createDirectories(root.resolve(".claude/config"));
  }

  @Override
  public void read(byte[] input) throws IOException {
    int which = input.length > 0 && input[0] == '[' ? 3 : Math.floorMod(Arrays.hashCode(input), 3);
    var file = root.resolve(FILES.get(which));
    Files.write(file, input);
    try {
      switch (which) {
        case 2 -> Integrations.read(root);
        case 3 -> Webhooks.read(root);
        default -> settings();
      }
    } catch (SettingsException | DefinitionException expected) {
      Claims.explains(expected);
    } finally {
      Files.delete(file);
    }
  }

  private void settings() {
    var yaml = new YamlCache(root, (name, text) -> YamlTree.read(name, text).root(), null);
    var environment = Map.of("HOME", root.toString());
    var trust = new Trust(root, () -> root, environment);
    var settings = Settings.read(root, environment, Map.of(), yaml, trust, () -> null);
    settings.all();
    settings.dialect();
    settings.counting();
    settings.lockTimeout();
    settings.secrets();
    settings.retentionAge();
    settings.archiveKeep();
    settings.phasePrefix();
    settings.phaseConsolidation();
    settings.flowApprovals();
    settings.flowAncient();
    settings.flowAttempts();
    settings.listenersWait();
  }

  @Override
  public void close() {
    Scratch.remove(root);
  }
}
