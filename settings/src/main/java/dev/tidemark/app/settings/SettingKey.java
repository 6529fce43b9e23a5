package dev.tidemark.app.settings;

import dev.tidemark.workflow.policy.CountingStrategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys of the settings, with their defaults and values.
public enum SettingKey {
  /// The default dialect of runs.
  FORMAT("format", "state", List.of("state", "phase", "item", "flow")),
  /// The length limit of a context summary.
  SUMMARY_TOKENS("summary.tokens", "500", 1, 1_000_000),
  /// The counting strategy of the length of a summary.
  SUMMARY_STRATEGY("summary.strategy", "words", strategies()),
  /// The lock timeout of a run, in milliseconds.
  LOCK_TIMEOUT("lock.timeout-ms", "5000", 0, 600_000),
  /// The number of recorded states of a run that a prune keeps.
  RETENTION_KEEP("retention.keep", "20", 1, 1_000_000),
  /// The age in days up to which a prune keeps a recorded state, however many there are.
  RETENTION_DAYS("retention.days", "90", 0, 36_500),
  /// The number of compressed copies of finished documents kept for each run; 0 for none.
  ARCHIVE_KEEP("archive.keep", "20", 0, 10_000),
  /// The reaction of `start` to an unfinished run of that name.
  RECOVERY("recovery.mode", "prompt", List.of("prompt", "auto", "off")),
  /// The policy for secrets in recorded texts.
  SECRETS("secrets", "warn", List.of("warn", "redact", "refuse")),
  /// Whether hooks capture the session of an agent: prompts, to-do list, plan, error, changed
  /// files.
  CAPTURE("capture", "on", List.of("on", "off")),
  /// Whether a verdict in a file opens a gate without being recorded.
  GATES_TRUST("gates.trust", "journal", List.of("journal", "file")),
  /// Whether each verdict is written to a receipt that is committed, and whether it is signed.
  RECEIPTS("receipts", "off", List.of("off", "on", "signed")),
  /// The folder of receipts, from the project root.
  RECEIPTS_PATH("receipts.path", "docs/receipts"),
  /// The workflows of which a change needs one run with receipts; empty for the only one with
  /// gates.
  VERIFY_WORKFLOWS("verify.workflows", ""),
  /// How receipts of approvals must be signed to count.
  APPROVALS("approvals", "any", List.of("any", "signed", "touch")),
  /// Whether agents may approve for the user.
  APPROVAL_AGENTS("approval.agents", "refuse", List.of("refuse", "allow")),
  /// The prefix that makes a command of a phase's id in the dialect phase.
  PHASE_PREFIX("phase.command-prefix", "/vt-c-"),
  /// Whether a review needs passed tests in the dialect phase.
  PHASE_TEST_GATE("phase.test-gate", "off", List.of("off", "on")),
  /// The command that is run where journal entries are pending in the dialect phase.
  PHASE_CONSOLIDATION("phase.consolidation", ""),
  /// The phases whose outcome needs the user's approval in the dialect flow; `none` for no phase.
  FLOW_APPROVALS(
      "flow.approvals",
      "REQUIREMENTS,ARCHITECTURE",
      List.of("REQUIREMENTS", "ARCHITECTURE", "IMPLEMENTATION", "VERIFICATION", "REFLECTION")),
  /// The age in days from which resuming a workflow of the dialect flow needs a confirmation.
  FLOW_ANCIENT("flow.ancient-days", "7", 1, 36_500),
  /// The number of attempts after which a task of the dialect flow has failed.
  FLOW_ATTEMPTS("flow.attempts", "3", 1, 1_000),
  /// The time that a command waits for webhook delivery after its change, in milliseconds.
  LISTENERS_WAIT("listeners.wait-ms", "2000", 0, 10_000),
  /// The store of runs: files of the work tree, or a database that machines share.
  STORE("store", "files"),
  /// The actor, if the environment does not identify it; empty for detection.
  ACTOR("actor", "");

  private static final int TEXT_MAX = 200;

  private final String word;
  private final String fallback;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> choices;

  private final long least;
  private final long most;

  SettingKey(String word, String fallback) {
    this(word, fallback, List.of());
  }

  SettingKey(String word, String fallback, List<String> choices) {
    this.word = word;
    this.fallback = fallback;
    this.choices = choices;
    this.least = 0;
    this.most = -1;
  }

  SettingKey(String word, String fallback, long least, long most) {
    this.word = word;
    this.fallback = fallback;
    this.choices = List.of();
    this.least = least;
    this.most = most;
  }

  /// Returns its name in files and on the command line.
  public String word() {
    return word;
  }

  /// Returns the environment variable that sets it.
  public String variable() {
    var name = word.toCharArray();
    for (int i = 0; i < name.length; i++) {
      char c = name[i];
      name[i] = c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : '_';
    }
    return "TIDEMARK_".concat(new String(name));
  }

  /// Returns the default value.
  public String fallback() {
    return fallback;
  }

  /// Returns the allowed values, for messages.
  public String expected() {
    if (isNumber()) {
      return "a whole number from " + least + " to " + most;
    }
    if (this == PHASE_PREFIX) {
      return "a slash and the text between it and the id of a phase, without blanks";
    }
    if (this == STORE) {
      return "files, or postgresql://USER@HOST/DATABASE?schema=NAME without a password";
    }
    if (this == RECEIPTS_PATH) {
      return "a folder of the project with the name receipts, such as docs/receipts";
    }
    if (this == VERIFY_WORKFLOWS) {
      return "names of workflows with commas between them";
    }
    if (this == FLOW_APPROVALS) {
      return "none, or some of " + listed().replace(" or ", ", ") + " with commas between them";
    }
    return choices.isEmpty() ? "one line of text" : listed();
  }

  /// Returns whether it decides about gates or executed commands. Then no variable sets it, because
  /// any command could.
  boolean isPolicy() {
    return isCommitted()
        || this == GATES_TRUST
        || this == APPROVAL_AGENTS
        || this == PHASE_TEST_GATE
        || this == PHASE_CONSOLIDATION
        || this == FLOW_APPROVALS;
  }

  /// Returns whether only `.tidemark/config.yaml` sets it, which `verify` reads from the base
  /// branch.
  boolean isCommitted() {
    return this == RECEIPTS
        || this == RECEIPTS_PATH
        || this == VERIFY_WORKFLOWS
        || this == APPROVALS;
  }

  /// Returns whether only the user's own file sets it, because a project must not decide for its
  /// users.
  public boolean isPersonal() {
    return this == APPROVAL_AGENTS || this == PHASE_CONSOLIDATION;
  }

  /// Returns whether a value from a file of the project takes effect only after its user has
  /// trusted it: it resolves outside the project.
  public boolean needsTrust() {
    return this == STORE;
  }

  /// Returns whether a value protects less than another: gates that ask for less, secrets that get
  /// through, sessions that are captured. A project cannot loosen the user's own settings, and the
  /// defaults only once it is trusted.
  public boolean isLooser(String value, String than) {
    if (this == FLOW_APPROVALS) {
      return !words(value).containsAll(words(than));
    }
    if (this == GATES_TRUST) {
      return choices.indexOf(value) > choices.indexOf(than);
    }
    boolean ordered = this == SECRETS || this == PHASE_TEST_GATE || this == CAPTURE;
    return ordered && choices.indexOf(value) < choices.indexOf(than);
  }

  /// Returns whether some values protect less than others.
  boolean isProtective() {
    return this == FLOW_APPROVALS
        || this == GATES_TRUST
        || this == SECRETS
        || this == PHASE_TEST_GATE
        || this == CAPTURE;
  }

  /// Returns whether a value from a file of the project takes effect only after its user has
  /// trusted it.
  public boolean needsTrust(String value) {
    return needsTrust() ? !value.equals(fallback) : isLooser(value, fallback);
  }

  /// Returns whether the value is a number.
  boolean isNumber() {
    return most >= least;
  }

  /// Returns whether the value may be set.
  public boolean accepts(String value) {
    if (isNumber()) {
      long number = number(value);
      return number >= least && number <= most;
    }
    if (this == PHASE_PREFIX && (!value.startsWith("/") || value.indexOf(' ') >= 0)) {
      return false;
    }
    if (this == STORE) {
      return value.equals(fallback) || isAddress(value);
    }
    if (this == RECEIPTS_PATH) {
      return isReceiptsFolder(value);
    }
    if (this == FLOW_APPROVALS) {
      return value.equals("none") || choices.containsAll(words(value));
    }
    return choices.isEmpty() ? isLine(value) : choices.contains(value);
  }

  private static List<String> strategies() {
    var words = new ArrayList<String>();
    for (var strategy : CountingStrategy.values()) {
      words.add(strategy.word());
    }
    return List.copyOf(words);
  }

  /// Returns the choices as `warn, redact or refuse`.
  private String listed() {
    var listed = new StringBuilder();
    for (int i = 0; i < choices.size(); i++) {
      listed.append(i == 0 ? "" : i == choices.size() - 1 ? " or " : ", ").append(choices.get(i));
    }
    return listed.toString();
  }

  /// Returns the words between the commas; none where `none` is set.
  static List<String> words(String value) {
    var words = new ArrayList<String>();
    if (value.equals("none")) {
      return words;
    }
    int from = 0;
    for (int comma = value.indexOf(','); comma >= 0; comma = value.indexOf(',', from)) {
      words.add(value.substring(from, comma).strip());
      from = comma + 1;
    }
    words.add(value.substring(from).strip());
    return words;
  }

  /// Finds the setting of that name.
  public static @Nullable SettingKey find(String word) {
    for (var settingKey : values()) {
      if (settingKey.word.equals(word)) {
        return settingKey;
      }
    }
    return null;
  }

  /// Returns all names, in the order in which they are shown.
  public static List<String> words() {
    var words = new ArrayList<String>();
    for (var settingKey : values()) {
      words.add(settingKey.word);
    }
    return words;
  }

  /// Returns the number that is meant, or -1 if it is none.
  static long number(String digits) {
    if (digits.isEmpty() || digits.length() > 9) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return number;
  }

  /// A password is rejected where other users may read it, and settings are printed.
  private static boolean isAddress(String value) {
    var begin = "postgresql://";
    int at = value.indexOf('@');
    int colon = value.indexOf(':', begin.length());
    return value.startsWith(begin) && isLine(value) && (at < 0 || colon < 0 || colon > at);
  }

  /// Only folders of that name: nothing in it counts as content of the work tree.
  private static boolean isReceiptsFolder(String path) {
    for (var part : path.split("/", -1)) {
      if (part.isBlank() || part.equals(".") || part.equals("..") || part.equals(".git")) {
        return false;
      }
    }
    boolean named = path.equals("receipts") || path.endsWith("/receipts");
    return named && isLine(path) && path.indexOf('\\') < 0 && path.indexOf(':') < 0;
  }

  private static boolean isLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return false;
      }
    }
    return !text.isBlank() && text.length() <= TEXT_MAX;
  }
}
