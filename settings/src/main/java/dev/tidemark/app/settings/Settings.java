package dev.tidemark.app.settings;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.policy.CountingStrategy;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import dev.tidemark.workflow.policy.TokenMeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Effective settings of a project, with the origin of every value (R-USR-17).
///
/// The strongest word wins: option, environment, the project's `.tidemark/config.yaml`, its
/// `.claude/config/checkpoint.json`, the user's file, default. A value that cannot be used is
/// refused wherever it stands, even where a stronger one hides it. Immutable.
public final class Settings {
  private final List<SettingValue> all;
  private final List<Notice> notices;
  private final List<Trust.Item> asked;
  private final Trust trust;

  /// Takes one value for every key.
  Settings(List<SettingValue> all, List<Notice> notices, List<Trust.Item> asked, Trust trust) {
    this.all = List.copyOf(all);
    this.notices = List.copyOf(notices);
    this.asked = List.copyOf(asked);
    this.trust = trust;
  }

  /// Reads the settings of a project. Without files, this costs three file system calls.
  ///
  /// @param root the project root
  /// @param environment the variables of the process
  /// @param options the settings given on the command line, by the names of the keys
  /// @param yaml reads YAML files
  /// @param trust the values of the project that the user has trusted
  /// @param home finds the home of the user, whose file alone may set personal settings
  /// @throws SettingsException if a value or a file cannot be used
  public static Settings read(
      Path root,
      Map<String, String> environment,
      Map<String, String> options,
      YamlCache yaml,
      Trust trust,
      Supplier<@Nullable Path> home) {
    return new SettingsReader(root, environment, options, yaml, trust, home).read();
  }

  /// Returns every value, in the order in which they are shown.
  public List<SettingValue> all() {
    return all;
  }

  /// Returns one value.
  public SettingValue of(SettingKey settingKey) {
    for (var settingValue : all) {
      if (settingValue.key() == settingKey) {
        return settingValue;
      }
    }
    throw new IllegalStateException("no value for " + settingKey.word());
  }

  /// Returns the warnings about unknown keys.
  public List<Notice> notices() {
    return notices;
  }

  /// Returns the values of the project that need the user's trust, whether they have it or not.
  public List<Trust.Item> asked() {
    return asked;
  }

  /// Returns the shared store that the project names and its user has not trusted; null if there is
  /// none. Then checkpoint files are read and nothing is connected to or changed.
  public Trust.@Nullable Item untrustedStore() {
    for (var item : asked) {
      if (item.kind() == Trust.Kind.STORE && !trust.allows(item)) {
        return item;
      }
    }
    return null;
  }

  /// Returns whether the address of the shared store comes from a file of the project.
  public boolean asksStore() {
    for (var item : asked) {
      if (item.kind() == Trust.Kind.STORE) {
        return true;
      }
    }
    return false;
  }

  /// Returns the values of the project that the user has trusted.
  public Trust trust() {
    return trust;
  }

  /// Returns the default dialect of runs.
  public String dialect() {
    return text(SettingKey.FORMAT);
  }

  /// Returns how the tokens of a summary are counted.
  public CountingStrategy counting() {
    var strategy = CountingStrategy.find(text(SettingKey.SUMMARY_STRATEGY));
    return strategy == null ? CountingStrategy.WORDS : strategy;
  }

  /// Returns how long a context summary may be.
  ///
  /// @param counter the counter, see [#counting]
  public SummaryLimit summaryLimit(TokenMeter counter) {
    return new SummaryLimit(number(SettingKey.SUMMARY_TOKENS), counting().word(), counter);
  }

  /// Returns how long to wait for another process that writes the same run.
  public Duration lockTimeout() {
    return Duration.ofMillis(number(SettingKey.LOCK_TIMEOUT));
  }

  /// Returns whether hooks capture the sessions of agents.
  public boolean isCapturing() {
    return text(SettingKey.CAPTURE).equals("on");
  }

  /// Returns the policy for secrets in recorded texts.
  public SecretPolicy secrets() {
    return switch (text(SettingKey.SECRETS)) {
      case "redact" -> SecretPolicy.REDACT;
      case "refuse" -> SecretPolicy.REFUSE;
      default -> SecretPolicy.WARN;
    };
  }

  /// Returns how many recorded states of a run outlive a prune.
  public int retentionKeep() {
    return number(SettingKey.RETENTION_KEEP);
  }

  /// Returns how old a recorded state must be to be pruned.
  public Duration retentionAge() {
    return Duration.ofDays(number(SettingKey.RETENTION_DAYS));
  }

  /// Returns how many compressed copies of finished documents each run keeps; 0 for none.
  public int archiveKeep() {
    return number(SettingKey.ARCHIVE_KEEP);
  }

  /// Returns the prefix that makes a command of a phase's id in the dialect phase.
  public String phasePrefix() {
    return text(SettingKey.PHASE_PREFIX);
  }

  /// Returns whether a review needs tests that passed in the dialect phase.
  public boolean phaseTestGate() {
    return text(SettingKey.PHASE_TEST_GATE).equals("on");
  }

  /// Returns the command that is run where journal entries are pending in the dialect phase; empty
  /// to be reminded of them.
  public List<String> phaseConsolidation() {
    var words = new ArrayList<String>();
    for (var word : text(SettingKey.PHASE_CONSOLIDATION).split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  /// Returns the phases whose outcome needs the user's approval in the dialect flow.
  public List<String> flowApprovals() {
    return SettingKey.words(text(SettingKey.FLOW_APPROVALS));
  }

  /// Returns how old a workflow of the dialect flow is when resuming it is in doubt.
  public Duration flowAncient() {
    return Duration.ofDays(number(SettingKey.FLOW_ANCIENT));
  }

  /// Returns how often a task of the dialect flow is tried.
  public int flowAttempts() {
    return number(SettingKey.FLOW_ATTEMPTS);
  }

  /// Returns whether a verdict in a file opens a gate without being recorded.
  public boolean trustsFiles() {
    return text(SettingKey.GATES_TRUST).equals("file");
  }

  /// Returns the folder of receipts, from the project root; null where none are written.
  public @Nullable String receipts() {
    return text(SettingKey.RECEIPTS).equals("off") ? null : text(SettingKey.RECEIPTS_PATH);
  }

  /// Returns whether receipts are signed.
  public boolean signsReceipts() {
    return text(SettingKey.RECEIPTS).equals("signed");
  }

  /// Returns whether the user lets agents approve in their name.
  public boolean letsAgentsApprove() {
    return text(SettingKey.APPROVAL_AGENTS).equals("allow");
  }

  /// Returns the time that a command waits for webhook delivery after its change.
  public Duration listenersWait() {
    return Duration.ofMillis(number(SettingKey.LISTENERS_WAIT));
  }

  /// Returns the address of the database that runs are kept in; null where they are kept in files.
  public @Nullable String sharedStore() {
    var settingValue = of(SettingKey.STORE);
    return settingValue.value().equals(SettingKey.STORE.fallback()) ? null : settingValue.value();
  }

  /// Returns the configured actor, or null for detection.
  public @Nullable String actor() {
    var actor = text(SettingKey.ACTOR);
    return actor.isEmpty() ? null : actor;
  }

  private String text(SettingKey settingKey) {
    return of(settingKey).value();
  }

  private int number(SettingKey settingKey) {
    return (int) SettingKey.number(text(settingKey));
  }
}
