package dev.tidemark.app.command.setup;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.settings.SettingValue;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.store.PostgresBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verb `config`: shows all settings, prints one, or changes one.
public final class ConfigCommand {
  private final Session session;

  public ConfigCommand(Session session) {
    this.session = session;
  }

  /// Specification of `config`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "config",
            CommandGroup.SETUP,
            READS,
            "show the settings, print one or change one",
            List.of(
                Argument.optional(
                    "KEY",
                    ValueKind.suggested(SettingKey.words().toArray(new String[0])),
                    "the setting; default: all"),
                Argument.optional("VALUE", ValueKind.TEXT, "its new value")),
            List.of(Option.flag("origin", "with the origin of each value")),
            List.of(
                new Example("tidemark config --origin", "all values with their origin"),
                new Example("tidemark config format", "the project's default format"),
                new Example("tidemark config format state", "for all users of the project")))
        .mode("VALUE", WRITES, List.of(), List.of("origin"));
  }

  /// Shows, prints or changes settings.
  ///
  /// @throws IOException if the file cannot be written
  public ExitCode run() throws IOException {
    var word = session.call().argument("KEY");
    if (word == null) {
      return show();
    }
    var settingKey = SettingKey.find(word);
    if (settingKey == null) {
      return unknown(word);
    }
    var value = session.call().argument("VALUE");
    return value == null ? get(settingKey) : set(settingKey, value);
  }

  private ExitCode show() {
    var json = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    for (var settingValue : session.settings().all()) {
      json.add(json(settingValue));
      lines.add(settingValue.key().word() + ": " + line(settingValue));
    }
    session.show(JsonObject.builder().add("settings", JsonArray.of(json)).build(), lines);
    return ExitCode.SUCCESS;
  }

  private ExitCode get(SettingKey settingKey) {
    var settingValue = session.settings().of(settingKey);
    session.show(json(settingValue), List.of(line(settingValue)));
    return ExitCode.SUCCESS;
  }

  private String line(SettingValue settingValue) {
    var origin = session.call().has("origin") ? "  (" + settingValue.origin() + ")" : "";
    return settingValue.value() + origin;
  }

  private ExitCode set(SettingKey settingKey, String value) throws IOException {
    if (!settingKey.accepts(value)) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(),
              "bad-value",
              settingKey.word() + " cannot be " + value,
              "Give " + settingKey.expected() + "."));
    }
    if (settingKey.isPersonal()) {
      return session.problem(personal(settingKey));
    }
    session.checkSecret("the value of " + settingKey.word(), value, "Keep it in a variable");
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    if (settingKey == SettingKey.STORE && settingKey.needsTrust(value)) {
      PostgresBackend.checkTls(value, session.place().environment());
    }
    if (!dry
        && settingKey.needsTrust(value)
        && !new TrustCommand(session).trustGivenSetting(settingKey, value)) {
      session
          .screen()
          .note(
              "an agent set it, so it is not used before the user trusts it: tidemark" + " trust");
    }
    if (!dry && !written(settingKey, value)) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "not-set",
              settingKey.word() + " cannot be set in .tidemark/config.yaml as that file is written",
              "Nothing was changed; edit the file by hand."));
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("key", settingKey.word())
            .add("value", value)
            .build(),
        List.of(settingKey.word() + (dry ? " would be " : " is now ") + value));
    return ExitCode.SUCCESS;
  }

  private static ProblemView personal(SettingKey settingKey) {
    return new ProblemView(
        ExitCode.REFUSED.code(),
        "not-yours-to-set",
        settingKey.word() + " is for no project to set, and counts only in the user's own file",
        "Nothing was changed; the user writes it into ~/.config/tidemark/config.yaml.");
  }

  /// Writes one line, and puts the file back if that did not set the value: it may be set in a
  /// group further up, or the file may be in a form that takes no more lines.
  private boolean written(SettingKey settingKey, String value) throws IOException {
    var file = new ProjectFile(session.project().root());
    var before = file.text();
    file.set(settingKey, value);
    var now = reread(settingKey);
    if (now == null || (now.origin().endsWith(".yaml") && !now.value().equals(value))) {
      file.replace(before);
      return false;
    }
    if (!now.value().equals(value) && !now.origin().endsWith(SettingValue.UNTRUSTED)) {
      session.screen().note(settingKey.word() + " is overridden here by " + now.origin());
    }
    return true;
  }

  private @Nullable SettingValue reread(SettingKey settingKey) {
    try {
      var opened = session.place().opener().open(session.call(), session.place());
      return opened.settings().of(settingKey);
    } catch (SettingsException | InputException unreadable) {
      return null;
    }
  }

  private ExitCode unknown(String word) {
    var names = new ArrayList<String>();
    for (var settingKey : SettingKey.values()) {
      names.add(settingKey.word());
    }
    return session.problem(
        new ProblemView(
            ExitCode.USAGE.code(),
            "no-setting",
            "there is no setting " + word,
            "There are: " + String.join(", ", names) + "."));
  }

  private static JsonObject json(SettingValue settingValue) {
    return JsonObject.builder()
        .add("key", settingValue.key().word())
        .add("value", settingValue.value())
        .add("origin", settingValue.origin())
        .build();
  }
}
