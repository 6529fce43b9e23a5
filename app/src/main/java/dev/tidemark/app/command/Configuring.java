package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.settings.Key;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.Setting;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.Problem;
import dev.tidemark.engine.Mode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.StoreTls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs about settings: `config show`, `config get`, `config set`.
final class Configuring {
  private final Session session;

  Configuring(Session session) {
    this.session = session;
  }

  ExitCode show() {
    boolean origin = session.call().has("origin");
    var json = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    for (var setting : session.settings().all()) {
      json.add(json(setting));
      lines.add(
          setting.key().word()
              + ": "
              + setting.value()
              + (origin ? "  (" + setting.origin() + ")" : ""));
    }
    session.show(JsonObject.builder().add("settings", JsonArray.of(json)).build(), lines);
    return ExitCode.SUCCESS;
  }

  ExitCode get() {
    var key = key();
    if (key == null) {
      return unknown();
    }
    var setting = session.settings().of(key);
    session.show(json(setting), List.of(setting.value()));
    return ExitCode.SUCCESS;
  }

  ExitCode set() throws IOException {
    var key = key();
    if (key == null) {
      return unknown();
    }
    var value = session.call().required("VALUE");
    if (!key.accepts(value)) {
      return session.problem(
          new Problem(
              ExitCode.USAGE.code(),
              "bad-value",
              key.word() + " cannot be " + value,
              "Give " + key.expected() + "."));
    }
    if (key.isPersonal()) {
      return session.problem(personal(key));
    }
    session.checkSecret("the value of " + key.word(), value, "Keep it in a variable");
    boolean dry = session.mode() == Mode.DRY_RUN;
    if (key == Key.STORE && key.needsTrust(value)) {
      StoreTls.check(value, session.place().environment());
    }
    if (!dry && key.needsTrust(value) && !new TrustCommand(session).given(key, value)) {
      session
          .screen()
          .note(
              "an agent set it, so it is not used before the user trusts it: tidemark" + " trust");
    }
    if (!dry && !written(key, value)) {
      return session.problem(
          new Problem(
              ExitCode.REFUSED.code(),
              "not-set",
              key.word() + " cannot be set in .tidemark/config.yaml as that file is written",
              "Nothing was changed; edit the file by hand."));
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("key", key.word())
            .add("value", value)
            .build(),
        List.of(key.word() + (dry ? " would be " : " is now ") + value));
    return ExitCode.SUCCESS;
  }

  private static Problem personal(Key key) {
    return new Problem(
        ExitCode.REFUSED.code(),
        "not-yours-to-set",
        key.word() + " is for no project to set, and counts only in the user's own file",
        "Nothing was changed; the user writes it into ~/.config/tidemark/config.yaml.");
  }

  /// Writes one line, and puts the file back if that did not set the value: it may be set in a
  /// group further up, or the file may be in a form that takes no more lines.
  private boolean written(Key key, String value) throws IOException {
    var file = new ProjectFile(session.project().root());
    file.make(session.usualDialect(), false);
    var before = file.text();
    file.set(key, value);
    var now = reread(key);
    if (now == null || (now.origin().endsWith(".yaml") && !now.value().equals(value))) {
      file.replace(before);
      return false;
    }
    if (!now.value().equals(value) && !now.origin().endsWith(Setting.UNTRUSTED)) {
      session.screen().note(key.word() + " is overridden here by " + now.origin());
    }
    return true;
  }

  private @Nullable Setting reread(Key key) {
    try {
      var opened = session.place().opener().open(session.call(), session.place());
      return opened.settings().of(key);
    } catch (SettingsException | InputException unreadable) {
      return null;
    }
  }

  private @Nullable Key key() {
    return Key.find(session.call().required("KEY"));
  }

  private ExitCode unknown() {
    var names = new ArrayList<String>();
    for (var key : Key.values()) {
      names.add(key.word());
    }
    return session.problem(
        new Problem(
            ExitCode.USAGE.code(),
            "no-setting",
            "there is no setting " + session.call().required("KEY"),
            "There are: " + String.join(", ", names) + "."));
  }

  private static JsonObject json(Setting setting) {
    return JsonObject.builder()
        .add("key", setting.key().word())
        .add("value", setting.value())
        .add("origin", setting.origin())
        .build();
  }
}
