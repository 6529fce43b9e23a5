package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.history.Origin;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.security.Secret;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.TextFilter;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Secret scanner of changes: detects secrets before a change is processed.
///
/// It visits every text and every name of a change, its actor and its place, for all dialects and
/// interfaces. Texts are redacted if the policy requires it. Names of runs, phases, files, branches
/// and actors are how things are found: one that holds a secret cannot be redacted, so the change
/// is refused instead.
final class SecretScrubber implements TextFilter {
  /// The depth limit of documents; deeper nesting is refused in any case.
  private static final int DEPTH_MAX = 300;

  private final SecretPolicy policy;
  private final List<String> kinds = new ArrayList<>();

  /// The field with a secret that cannot be redacted; null if there is none.
  private @Nullable String named;

  SecretScrubber(SecretPolicy policy) {
    this.policy = policy;
  }

  /// Returns the change as it may be recorded.
  Change change(Change change) {
    return change.filtered(this);
  }

  /// Scans the actor, whose name is recorded in every entry.
  void actor(Actor actor) {
    names("the actor", actor.name());
    names("the actor's version", actor.version());
    names("the host", actor.host());
  }

  /// Scans the place of a change: the name of a new run, the branch, the work tree.
  void place(@Nullable CheckpointId fresh, @Nullable String branch, @Nullable Origin tree) {
    if (fresh != null) {
      names("the workflow", fresh.workflow());
      names("the item", fresh.item());
    }
    names("the branch", branch);
    if (tree != null) {
      names("the work tree", tree.label());
    }
  }

  /// Returns the options beyond the change, redacted.
  DialectOptions details(DialectOptions dialectOptions) {
    var words = dialectOptions.words();
    if (words.isEmpty()) {
      return dialectOptions;
    }
    var safe = new HashMap<String, List<String>>();
    for (var word : words) {
      name(word);
      safe.put(word, texts(dialectOptions.values(word)));
    }
    return new DialectOptions(safe);
  }

  /// Returns the warnings; empty if no secret was found.
  List<Notice> notices() {
    if (kinds.isEmpty()) {
      return List.of();
    }
    var text =
        policy == SecretPolicy.REDACT
            ? "text that looks like a secret was not recorded: " + String.join(", ", kinds)
            : "text that looks like a secret was recorded: "
                + String.join(", ", kinds)
                + "; to take it out: tidemark redact";
    return List.of(new Notice(Checkpoints.SECRET, text));
  }

  /// Returns why nothing may be recorded; null if it may.
  @Nullable Blocker blocker() {
    if (kinds.isEmpty()
        || (policy != SecretPolicy.REFUSE && (named == null || policy == SecretPolicy.WARN))) {
      return null;
    }
    var what = (named == null ? "this" : named) + " looks like a secret: ";
    var hint =
        named != null
            ? "Choose another name, path, branch or actor; names cannot be redacted"
            : "Leave it out, or name the place where it is stored; `secrets: warn` in"
                + " .tidemark/config.yaml records it all the same";
    return Blocker.refused(Checkpoints.SECRET, what + String.join(", ", kinds), hint);
  }

  /// Returns whether a refusal may be stored with the names in the request.
  boolean mayName() {
    return named == null || policy == SecretPolicy.WARN;
  }

  @Override
  public void name(String field, String name) {
    if (addKinds(Secrets.detect(name), kinds) && named == null) {
      named = field;
    }
  }

  @Override
  public JsonObject json(JsonObject json) {
    return (JsonObject) json(json, "", 0);
  }

  private static boolean addKinds(List<Secret> found, List<String> kinds) {
    for (var secret : found) {
      if (!kinds.contains(secret.kind())) {
        kinds.add(secret.kind());
      }
    }
    return !found.isEmpty();
  }

  @Override
  public String text(String text) {
    var found = Secrets.detect(text);
    addKinds(found, kinds);
    return found.isEmpty() || policy != SecretPolicy.REDACT ? text : Secrets.redacted(text);
  }

  /// Scans all strings of a tree. A value is scanned together with its key, because a password is
  /// recognized only by its name.
  private Json json(Json json, String key, int depth) {
    if (json instanceof JsonString string) {
      var named = key + ": " + string.value();
      boolean alone = key.isEmpty() || !Secrets.detect(key).isEmpty();
      var safe = alone ? text(string.value()) : text(named).substring(key.length() + 2);
      return safe.equals(string.value()) ? json : JsonString.of(safe);
    }
    if (depth > DEPTH_MAX) {
      return json;
    }
    if (json instanceof JsonObject object) {
      return object(object, depth + 1);
    }
    if (json instanceof JsonArray array) {
      var elements = new ArrayList<Json>(array.size());
      boolean same = true;
      for (int i = 0; i < array.size(); i++) {
        var element = array.get(i);
        var safe = json(element, "", depth + 1);
        same &= isSame(safe, element);
        elements.add(safe);
      }
      return same ? json : JsonArray.of(elements);
    }
    return json;
  }

  private Json object(JsonObject object, int depth) {
    JsonObject safe = object;
    var members = object.members();
    for (int i = 0; i < members.size(); i++) {
      JsonMember member = members.get(i);
      name(member.key());
      var value = json(member.value(), member.key(), depth);
      if (!isSame(value, member.value())) {
        safe = safe.with(member.key(), value);
      }
    }
    return safe;
  }

  /// Unchanged parts come back as they are; comparing them by content would cost a walk each.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Json one, Json other) {
    return one == other;
  }
}
