package dev.tidemark.app.hook.event;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Parser of a command or skill that the user typed or the model calls: `/vt-c-5-finalize`,
/// `/plugin:design auth --phase=research`, `$vt-c-5-finalize`.
///
/// @param name without sign, name of the plugin, and the usual prefixes
/// @param words the words after it
public record TypedCommand(String name, String words) {
  /// The prefixes that command sets put before the names of phases, the longest first.
  private static final List<String> PREFIXES = List.of("vt-c-", "vt-");

  private static final String PHASE = "--phase";

  /// Returns the commands in a prompt. Codex calls a skill wherever a prompt names one; the other
  /// agents run the command that a prompt begins with.
  public static List<TypedCommand> commandsIn(Agent agent, String prompt) {
    var first = of(prompt);
    if (first != null) {
      return List.of(first);
    }
    return agent == Agent.CODEX ? skills(prompt) : List.of();
  }

  private static List<TypedCommand> skills(String prompt) {
    var skills = new ArrayList<TypedCommand>();
    for (int at = prompt.indexOf('$'); at >= 0; at = prompt.indexOf('$', at + 1)) {
      int end = at + 1;
      while (end < prompt.length() && isSkillName(prompt.charAt(end))) {
        end++;
      }
      var skill = end == at + 1 ? null : named(prompt.substring(at + 1, end), prompt, end);
      if (skill != null) {
        skills.add(skill);
      }
    }
    return skills;
  }

  /// Returns the command a prompt begins with; null if it is no command.
  public static @Nullable TypedCommand of(String prompt) {
    if (prompt.length() < 2 || prompt.charAt(0) != '/' || !isLetterOrDigit(prompt.charAt(1))) {
      return null;
    }
    int end = 1;
    while (end < prompt.length() && !Character.isWhitespace(prompt.charAt(end))) {
      end++;
    }
    var name = prompt.substring(1, end);
    return name.indexOf('/') >= 0 ? null : named(name, prompt, end);
  }

  /// Returns the command of a name, with or without a sign before it; null if there is no name.
  public static @Nullable TypedCommand of(String name, String words) {
    var bare = name.startsWith("/") || name.startsWith("$") ? name.substring(1) : name;
    return named(bare, words, 0);
  }

  private static @Nullable TypedCommand named(String full, String prompt, int end) {
    var name = full;
    name = name.substring(name.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
    for (var prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        name = name.substring(prefix.length());
        break;
      }
    }
    return name.isEmpty() ? null : new TypedCommand(name, prompt.substring(end).strip());
  }

  /// Returns the phase of a run that the command begins; null if it has nothing to do with the run.
  @Nullable
  public PhaseName phaseOf(Run run, List<Phase> phases) {
    for (var phase : phases) {
      if (isNameOf(phase.name())) {
        return phase.name();
      }
    }
    var next = run.resumePoint().next();
    if (next != null && isNameOf(next)) {
      return next;
    }
    if (!name.equals(run.id().workflow())) {
      return null;
    }
    var said = option();
    return said == null ? next : said;
  }

  /// Returns whether the option `--force` follows.
  public boolean isForced() {
    return (" " + words.replace('\n', ' ') + " ").contains(" --force ");
  }

  /// Returns the first word that follows and is no option; null if there is none.
  @Nullable
  public String subject() {
    int end = 0;
    while (end < words.length() && !Character.isWhitespace(words.charAt(end))) {
      end++;
    }
    return end == 0 || words.charAt(0) == '-' ? null : words.substring(0, end);
  }

  private boolean isNameOf(PhaseName phase) {
    return phase.value().toLowerCase(Locale.ROOT).replace(' ', '-').equals(name);
  }

  /// Returns the phase given as `--phase=NAME` or `--phase NAME`; null if none is.
  private @Nullable PhaseName option() {
    int at = words.indexOf(PHASE);
    if (at < 0) {
      return null;
    }
    int start = at + PHASE.length();
    if (start == words.length() || (words.charAt(start) != '=' && words.charAt(start) != ' ')) {
      return null;
    }
    var rest = words.substring(start + 1).strip();
    int end = rest.indexOf(' ');
    var value = end < 0 ? rest : rest.substring(0, end);
    return value.isEmpty() || value.startsWith("-") ? null : new PhaseName(value);
  }

  private static boolean isSkillName(char c) {
    return isLetterOrDigit(c) || c == '-' || c == '_' || c == ':';
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
