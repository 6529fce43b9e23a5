package dev.tidemark.app.command.session;

import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.Trust.Item;
import dev.tidemark.app.settings.Trust.Kind;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonText;
import dev.tidemark.runner.RunDefinition;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Trust items: the values of a project that need its user's trust, formatted for the user.
public final class TrustItems {
  private static final String WORKFLOWS = ".tidemark/workflows";

  private TrustItems() {}

  /// Returns all of them, each once.
  ///
  /// @throws dev.tidemark.app.settings.SettingsException if a file cannot be understood
  public static List<Item> of(Session session) {
    var items = new ArrayList<>(session.settings().asked());
    for (var workflow : session.project().workflows().all()) {
      var definition = definition(session, workflow, null);
      if (!definition.isEmpty()) {
        add(items, of(definition));
      }
      for (var phase : workflow.phases()) {
        for (var gate : phase.gates()) {
          if (gate.condition() instanceof CommandSucceeded command) {
            add(items, of(command));
          }
        }
      }
    }
    var root = session.project().root();
    for (var hook : Webhooks.read(root).hooks()) {
      add(items, of(hook));
    }
    if (isWriting(Integrations.read(root))) {
      add(items, linear());
    }
    return items;
  }

  private static void add(List<Item> items, Item item) {
    for (var known : items) {
      if (known.digest().equals(item.digest())) {
        return;
      }
    }
    items.add(item);
  }

  /// Returns the command of a gate: exactly these words.
  public static Item of(CommandSucceeded gate) {
    return new Item(Kind.COMMAND, WORKFLOWS, JsonText.compact(JsonArray.ofStrings(gate.command())));
  }

  /// Returns that the command of a gate is not trusted.
  public static Blocker untrusted(CommandSucceeded gate) {
    return new Blocker(
        Blocker.Kind.ASK,
        "untrusted",
        "the command of gate " + gate.gate() + " is not trusted yet, so it was not run",
        "Nothing was run. Let the user trust it: tidemark trust (in scripts: TIDEMARK_TRUST)");
  }

  /// Returns the settings of the runner in a workflow.
  ///
  /// @param workflow the workflow; absent for one that is not defined
  /// @param agent the agent in place of those of the workflow; absent for those
  /// @throws InputException if one is wrong
  public static RunDefinition definition(
      Session session, @Nullable WorkflowDefinition workflow, @Nullable String agent) {
    try {
      return RunDefinition.read(session.project().root(), workflow, agent);
    } catch (DefinitionException wrong) {
      throw new InputException(
          String.valueOf(wrong.getMessage()), "Fix the file; nothing was done.");
    }
  }

  /// Returns the agents and prompts of a workflow and the settings that these agents read in the
  /// project, with the digest of all of them.
  public static Item of(RunDefinition definition) {
    return new Item(Kind.AGENT, definition.file(), definition.summary());
  }

  /// Returns the item of a subscriber: the user's variables that it uses, and the content that is
  /// sent to it.
  public static Item of(Webhooks.Hook hook) {
    var value = new StringBuilder(hook.name()).append(": ").append(hook.type());
    var url = hook.variables().url();
    var secret = hook.variables().secret();
    value.append(url == null ? "" : " to the address in " + url);
    value.append(secret == null ? "" : ", signed with " + secret);
    value.append(", ").append(String.join(" ", hook.events()));
    if (!hook.commands().isEmpty()) {
      value.append(" of ").append(String.join(" ", hook.commands()));
    }
    return new Item(Kind.WEBHOOK, Webhooks.FILE, value.toString());
  }

  /// Returns whether a project has the states of issues written to Linear when runs change.
  static boolean isWriting(Integrations integrations) {
    return integrations.linear().enabled() && !integrations.linear().isNative();
  }

  /// Returns that permission.
  static Item linear() {
    var value = "linear: the state of the issue that a run names, with LINEAR_API_KEY";
    return new Item(Kind.SERVICE, Integrations.FILE, value);
  }

  /// Returns the address of a store.
  static Item store(String address) {
    return new Item(Kind.STORE, ProjectFile.CONFIG, address);
  }
}
