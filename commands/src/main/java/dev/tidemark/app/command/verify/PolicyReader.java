package dev.tidemark.app.command.verify;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.ReceiptPolicy;
import dev.tidemark.evidence.ReceiptPolicy.Approvals;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.integrations.git.GitObjects;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reader of the policy in the base branch: settings and workflow definitions of its commit.
final class PolicyReader {
  private static final String WORKFLOWS = ".tidemark/workflows";
  private static final String SIGNERS = ".tidemark/allowed_signers";

  /// The base branch where none is named: the first of these that is there.
  private static final List<String> BASES =
      List.of(
          "refs/remotes/origin/HEAD",
          "refs/remotes/origin/main",
          "refs/remotes/origin/master",
          "refs/heads/main",
          "refs/heads/master");

  private static final int BYTES_MAX = 256 * 1024;

  private final GitObjects objects;
  private final String base;

  /// @param base the commit
  PolicyReader(GitObjects objects, String base) {
    this.objects = objects;
    this.base = base;
  }

  /// Returns the base branch: the one that is named, else the default branch of this clone.
  ///
  /// @throws IOException if git cannot be asked
  static Optional<String> branch(GitObjects objects, @Nullable String named) throws IOException {
    if (named != null) {
      return Optional.of(named);
    }
    for (var base : BASES) {
      if (objects.commit(base).isPresent()) {
        return Optional.of(base);
      }
    }
    return Optional.empty();
  }

  /// Returns the policy.
  ///
  /// @throws InputException if there is none, or it cannot be understood
  /// @throws IOException if git cannot be asked
  ReceiptPolicy read() throws IOException {
    try {
      var settings = settings();
      if (value(settings, SettingKey.RECEIPTS).equals("off")) {
        throw new InputException(
            "receipts are off in the base branch",
            "Switch them on, and merge that first: tidemark config receipts on");
      }
      return new ReceiptPolicy(
          value(settings, SettingKey.RECEIPTS_PATH),
          required(value(settings, SettingKey.VERIFY_WORKFLOWS)),
          approvals(settings));
    } catch (DefinitionException wrong) {
      throw unreadable(wrong);
    }
  }

  /// Returns how approvals must be signed.
  ///
  /// @throws InputException if that cannot be understood
  /// @throws IOException if git cannot be asked
  Approvals approvals() throws IOException {
    try {
      return approvals(settings());
    } catch (DefinitionException wrong) {
      throw unreadable(wrong);
    }
  }

  private static Approvals approvals(JsonObject settings) {
    return Approvals.valueOf(value(settings, SettingKey.APPROVALS).toUpperCase(Locale.ROOT));
  }

  private static InputException unreadable(DefinitionException wrong) {
    return new InputException(
        "the base branch cannot be read: " + wrong.getMessage(), "Correct it there first.");
  }

  /// Returns who may sign receipts. A time without a zone is one of UTC, on every machine.
  ///
  /// @param approvals how approvals must be signed
  /// @throws InputException if that needs signatures and there are no signers, or the file cannot
  ///   be read
  /// @throws IOException if git cannot be asked
  AllowedSigners signers(Approvals approvals) throws IOException {
    var text = texts(SIGNERS);
    if (text.isEmpty() && approvals != Approvals.ANY) {
      throw new InputException(
          "the base branch requires signed approvals and has no " + SIGNERS,
          "Merge that file first: a line for each person, as ssh-keygen reads them.");
    }
    return AllowedSigners.parse(
        SIGNERS, text.isEmpty() ? "" : text.getFirst().text(), ZoneOffset.UTC);
  }

  private JsonObject settings() throws IOException {
    var text = texts(ProjectFile.CONFIG);
    return text.isEmpty()
        ? JsonObject.EMPTY
        : YamlTree.read(ProjectFile.CONFIG, text.getFirst().text()).root();
  }

  /// Returns a setting. `a: {b: 1}` and `a.b: 1` mean the same.
  private static String value(JsonObject settings, SettingKey key) {
    var word = key.word();
    int dot = word.indexOf('.');
    var plain = settings.find(word);
    var group = dot < 0 ? null : settings.object(word.substring(0, dot));
    var value = plain != null || group == null ? plain : group.find(word.substring(dot + 1));
    var text = value instanceof JsonString string ? string.value() : null;
    if (value == null || value.kind() == Json.Kind.NULL) {
      return key.fallback();
    }
    if (text == null || !key.accepts(text)) {
      throw new InputException(
          "the base branch cannot be read: " + ProjectFile.CONFIG + ": " + word + " is " + value,
          "Correct it there first; expected is " + key.expected() + ".");
    }
    return text;
  }

  private List<WorkflowDefinition> required(String names) throws IOException {
    var wanted = names.isEmpty() ? null : words(names);
    var required = new ArrayList<WorkflowDefinition>();
    for (var file : texts(WORKFLOWS)) {
      if (!file.path().endsWith(".yaml") && !file.path().endsWith(".yml")) {
        continue;
      }
      var definition = WorkflowFilesReader.read(file.path(), file.text());
      if (hasReceipts(definition) && isWanted(definition, wanted)) {
        required.add(definition);
      }
    }
    if (wanted != null && !wanted.isEmpty()) {
      throw new InputException(
          "the base branch cannot be read: it defines no workflow "
              + wanted.getFirst()
              + " with a command, review or approval",
          "Correct " + SettingKey.VERIFY_WORKFLOWS.word() + " there first.");
    }
    if (wanted == null && required.size() > 1) {
      throw new InputException(
          "the base branch has several workflows with gates",
          "Name there those of which a change needs one: "
              + SettingKey.VERIFY_WORKFLOWS.word()
              + ".");
    }
    if (required.isEmpty()) {
      throw new InputException(
          "the base branch has no gate that a receipt could answer",
          "Define one in " + WORKFLOWS + " and merge that first.");
    }
    return required;
  }

  private static List<String> words(String names) {
    var words = new ArrayList<String>();
    for (var word : names.split(",", -1)) {
      words.add(word.strip());
    }
    return words;
  }

  /// Returns whether a workflow is among those wanted, and crosses it out.
  private static boolean isWanted(WorkflowDefinition definition, @Nullable List<String> wanted) {
    return wanted == null
        || wanted.remove(definition.name())
        || wanted.remove(definition.dialect() + "/" + definition.name());
  }

  private static boolean hasReceipts(WorkflowDefinition definition) {
    for (var phase : definition.phases()) {
      for (var gate : phase.gates()) {
        if (Receipt.Kind.of(gate) != null) {
          return true;
        }
      }
    }
    return false;
  }

  /// Text file of the base branch.
  private record Text(String path, String text) {}

  private List<Text> texts(String path) throws IOException {
    var texts = new ArrayList<Text>();
    for (var entry : objects.entries(base, List.of(path))) {
      boolean direct = entry.path().indexOf('/', WORKFLOWS.length() + 1) < 0;
      if (!direct && path.equals(WORKFLOWS)) {
        continue;
      }
      boolean plain = entry.mode().startsWith("100") && entry.size() <= BYTES_MAX;
      var bytes = plain ? objects.blobs(List.of(entry.object())).get(entry.object()) : null;
      var text = bytes == null ? null : Utf8.decode(bytes).orElse(null);
      if (text == null) {
        throw new InputException(
            "the base branch cannot be read: " + entry.path() + " is not a plain text file",
            "Correct it there first.");
      }
      texts.add(new Text(entry.path(), text));
    }
    return texts;
  }
}
