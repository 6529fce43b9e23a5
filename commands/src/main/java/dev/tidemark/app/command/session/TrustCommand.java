package dev.tidemark.app.command.session;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.settings.Trust;
import dev.tidemark.app.settings.Trust.Item;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.store.PostgresBackend;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The verb `trust`: lists the values of the project that lead out of it, and records that the user
/// trusts exactly them.
public final class TrustCommand {
  private final Session session;

  public TrustCommand(Session session) {
    this.session = session;
  }

  private Trust trust() {
    return session.settings().trust();
  }

  /// Specification of `trust`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "trust",
        CommandGroup.SETUP,
        WRITES,
        "review and trust the project's store, commands, webhooks",
        List.of(),
        List.of(Option.flag("revoke", "revoke all trust in this project")),
        List.of(
            new Example("tidemark trust --dry-run", "list them"),
            new Example("tidemark trust", "trust exactly these values; asks at a terminal")));
  }

  public ExitCode run() throws IOException {
    var flaw = trust().unreadableReason();
    if (flaw != null) {
      session.screen().note(flaw + "; no answer was taken from it");
    }
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    boolean revoke = session.call().has("revoke");
    var items = TrustItems.of(session);
    var open = new ArrayList<>(items);
    open.removeIf(trust()::allows);
    if (revoke) {
      var approverCheck = new ApproverCheck(session);
      if (!dry && session.place().approvalEvidence() == null && approverCheck.agent() != null) {
        var blocker = approverCheck.refusal("tidemark trust --revoke");
        return session.refused("", new Refusal<>(List.of(blocker), List.of()));
      }
      if (!dry) {
        trust().forget();
      }
      var done =
          dry ? "would revoke all trust in this project" : "all trust in this project is revoked";
      session.confirm(json(items, false, false), List.of(done));
      return ExitCode.SUCCESS;
    }
    if (dry || open.isEmpty()) {
      session.show(json(items, false, open.isEmpty()), lines(items));
      return ExitCode.SUCCESS;
    }
    return asked(items, open);
  }

  private ExitCode asked(List<Item> items, List<Item> open) throws IOException {
    var approverCheck = new ApproverCheck(session);
    var approvalEvidence = approverCheck.consent();
    if (approvalEvidence == null || approvalEvidence == ApprovalEvidence.POLICY) {
      session.printFormatLines(lines(items));
      return session.refused("", new Refusal<>(List.of(approverCheck.refusal()), List.of()));
    }
    for (var item : open) {
      check(item);
    }
    session.printFormatLines(lines(items));
    boolean yes =
        approvalEvidence != ApprovalEvidence.TERMINAL || isYes("Trust these values? [y/N]");
    trust().answer(open, yes);
    if (!yes) {
      session.screen().printConfirmation("not trusted");
      return ExitCode.REFUSED;
    }
    session.confirm(json(items, true, true), List.of(open.size() + " trusted"));
    return ExitCode.SUCCESS;
  }

  private void check(Item item) {
    if (item.kind() == Trust.Kind.STORE) {
      PostgresBackend.checkTls(item.value(), session.place().environment());
    }
  }

  private boolean isYes(String question) {
    var typed = session.prompt().line(question);
    var said = typed == null ? "" : typed.toLowerCase(Locale.ROOT);
    return said.equals("y") || said.equals("yes");
  }

  /// Returns whether a value may take effect, after a question to a person at a terminal who was
  /// not asked before.
  public boolean allows(Item item) {
    if (trust().allows(item)) {
      return true;
    }
    boolean can =
        session.prompt().isInteractive()
            && !session.screen().look().json()
            && !trust().refuses(item)
            && new ApproverCheck(session).consent() == ApprovalEvidence.TERMINAL;
    if (!can) {
      return false;
    }
    check(item);
    session.screen().note(item.place() + " sets " + item.kind().word() + " " + item.value());
    boolean yes = isYes("Trust exactly that? [y/N]");
    try {
      trust().answer(List.of(item), yes);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return yes;
  }

  /// Trusts a setting that the user has just given, unless an agent has: a prompt in a text that it
  /// has read must not be able to choose where a password is sent, or which gates hold.
  ///
  /// @return whether it is trusted now
  /// @throws IOException if that cannot be kept
  public boolean trustGivenSetting(SettingKey settingKey, String value) throws IOException {
    var item = Item.of(settingKey, value, ProjectFile.CONFIG);
    boolean own = settingKey == SettingKey.STORE && value.equals(session.settings().sharedStore());
    if (own || trust().allows(item)) {
      return true;
    }
    if (isAgent()) {
      return false;
    }
    trust().answer(List.of(item), true);
    return true;
  }

  /// Returns whether an address of a store is trusted in this project, or is the user's own.
  public boolean isTrusted(String address) {
    return trust().allows(TrustItems.store(address))
        || address.equals(session.settings().sharedStore());
  }

  /// Returns whether an agent calls.
  public boolean isAgent() {
    return session.actor().kind() == Actor.Kind.AGENT;
  }

  /// Returns all of them as JSON.
  private JsonObject json(List<Item> all, boolean trusted, boolean ok) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    boolean revoke = session.call().has("revoke");
    var items = new ArrayList<JsonObject>();
    for (var item : all) {
      items.add(
          JsonObject.builder()
              .add("kind", item.kind().word())
              .add("file", item.place())
              .add("value", item.value())
              .add("digest", item.digest())
              .add("trusted", (trusted || trust().allows(item)) && !(revoke && !dry))
              .build());
    }
    return JsonObject.builder()
        .add("ok", ok || revoke)
        .add("dry_run", dry)
        .add("items", JsonArray.of(items))
        .build();
  }

  /// Returns one line for each, and the variable by which a build server trusts all of them.
  private List<String> lines(List<Item> all) {
    if (all.isEmpty()) {
      return List.of("no file of this project needs trust");
    }
    var lines = new ArrayList<String>();
    var digests = new ArrayList<String>();
    for (var item : all) {
      lines.add(
          (trust().allows(item) ? "trusted      " : "not trusted  ")
              + item.kind().word()
              + "  "
              + item.value()
              + "  ("
              + item.place()
              + ")");
      digests.add(item.digest());
    }
    if (session.changeMode() == ChangeMode.DRY_RUN) {
      lines.add("on a build server: TIDEMARK_TRUST=" + String.join(",", digests));
    }
    return lines;
  }
}
