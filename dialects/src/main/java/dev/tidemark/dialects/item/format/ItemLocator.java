package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.text.SafeName;
import dev.tidemark.text.Slug;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location of the checkpoints of commands: `docs/checkpoints/{command}-{ID}.md`.
///
/// An ID is a formal one such as `FEAT-003`, the name of a plan document, or a slug made of a
/// description.
public final class ItemLocator implements DocumentLocator {
  /// The folder, from the project root.
  public static final String FOLDER = "docs/checkpoints";

  private static final String EXTENSION = ".md";

  private final List<String> names;

  /// Longest first, so that `plan-b` is not taken for an item `b` of `plan`.
  private final List<String> commands;

  /// Takes the commands that are known.
  public ItemLocator(List<String> commands) {
    var sorted = new ArrayList<String>(commands.size());
    for (var command : commands) {
      int at = 0;
      while (at < sorted.size() && sorted.get(at).length() >= command.length()) {
        at++;
      }
      sorted.add(at, command);
    }
    this.names = List.copyOf(commands);
    this.commands = List.copyOf(sorted);
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    if (!commands.contains(workflow)) {
      return refused(
          "no-checkpoints",
          "there are no checkpoints for \"" + workflow + "\"",
          "The commands in phases are: " + String.join(", ", names));
    }
    if (item == null || item.isBlank()) {
      return refused(
          "no-item",
          "a checkpoint of " + workflow + " needs an item",
          "Name the item, or describe it: tidemark start item/" + workflow + "/FEAT-003");
    }
    var id = id(workflow, item.strip());
    var safe = SafeName.clean(id);
    if (!(safe instanceof SafeName.Clean clean)) {
      var reason = ((SafeName.Refused) safe).reason();
      return refused(
          "bad-name", "\"" + item + "\" cannot be an item: " + reason.text(), reason.hint());
    }
    return new NameResolution.Named(new CheckpointId(ItemFormat.DIALECT, workflow, clean.name()));
  }

  private static String id(String workflow, String item) {
    if (isFormal(item)) {
      return item.toUpperCase(Locale.ROOT);
    }
    var planned = workflow.equals(ItemWorkflows.IMPLEMENT);
    if (planned && item.endsWith(EXTENSION)) {
      var name = item.substring(item.lastIndexOf('/') + 1);
      return name.substring(0, name.length() - EXTENSION.length());
    }
    return isId(item, planned) ? item : Slug.of(item);
  }

  /// Returns whether a text is an id such as `FEAT-003`, in any case.
  public static boolean isFormal(String item) {
    int dash = item.indexOf('-');
    if (dash < 1 || dash == item.length() - 1 || !isLetter(item.charAt(0))) {
      return false;
    }
    for (int i = 1; i < item.length(); i++) {
      char c = item.charAt(i);
      boolean fits = i == dash || isDigit(c) || (i < dash && isLetter(c));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether a text can be an id as it is: a slug already or, where items are plans, the
  /// name of one.
  private static boolean isId(String item, boolean planned) {
    for (int i = 0; i < item.length(); i++) {
      char c = item.charAt(i);
      boolean slug = isDigit(c) || (c >= 'a' && c <= 'z') || (c == '-' && i > 0);
      boolean name = isLetter(c) || ((c == '.' || c == '_') && i > 0);
      if (!slug && !(planned && name)) {
        return false;
      }
    }
    return !item.contains("..");
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  public String pathOf(CheckpointId id) {
    return FOLDER + "/" + id.workflow() + "-" + id.item() + EXTENSION;
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    int from = FOLDER.length() + 1;
    int to = path.length() - EXTENSION.length();
    boolean here =
        path.startsWith(FOLDER + "/") && path.endsWith(EXTENSION) && path.indexOf('/', from) < 0;
    if (!here || from >= to) {
      return Optional.empty();
    }
    var stem = path.substring(from, to);
    for (var command : commands) {
      if (stem.startsWith(command + "-")) {
        var item = stem.substring(command.length() + 1);
        boolean clean =
            SafeName.clean(item) instanceof SafeName.Clean safe && safe.name().equals(item);
        return clean
            ? Optional.of(new CheckpointId(ItemFormat.DIALECT, command, item))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean isRemovedAtEnd() {
    return true;
  }

  @Override
  public List<String> roots() {
    return List.of(FOLDER + "/");
  }

  @Override
  public Tracking tracking() {
    return Tracking.COMMITTED;
  }

  private static NameResolution refused(String code, String reason, String hint) {
    return new NameResolution.Unnameable(new Blocker(Blocker.Kind.USAGE, code, reason, hint));
  }
}
