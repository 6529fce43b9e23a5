package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.session.IntegrationFactory;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustItems;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.TokenFile;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.app.settings.file.ServiceKeys;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Service settings check: whether a project's configuration of services is valid, and the keys for
/// them exist.
final class ServiceSettings {
  private static final String CURSORS = "listeners";

  private final Session session;
  private final DiagnosticReport diagnosticReport;
  private final ServiceKeys serviceKeys;

  ServiceSettings(Session session, DiagnosticReport diagnosticReport) {
    this.session = session;
    this.diagnosticReport = diagnosticReport;
    this.serviceKeys = new ServiceKeys(session.project().root(), session.place().environment());
  }

  void examine() {
    try {
      services(Integrations.read(session.project().root()));
    } catch (SettingsException wrong) {
      unusable(wrong);
    }
    try {
      listeners(Webhooks.read(session.project().root()));
    } catch (SettingsException wrong) {
      unusable(wrong);
    }
    setAside();
    untrusted();
    tokens();
    for (var notice : serviceKeys.notices()) {
      diagnosticReport.add(Severity.WARNING, notice.code(), notice.text(), "Fix that.");
    }
  }

  private void untrusted() {
    try {
      for (var item : TrustItems.of(session)) {
        if (!session.settings().trust().allows(item)) {
          diagnosticReport.add(
              Severity.NOTE,
              "untrusted",
              item.kind().word() + " " + item.value() + " in " + item.place() + " is not trusted",
              "Trust it, or leave it unused: tidemark trust");
        }
      }
    } catch (SettingsException unreadable) {
      // It has been complained of above.
    }
  }

  private void tokens() {
    var file = new TokenFile(session.project().root(), session.place().environment());
    try {
      for (var name : file.tokensWithoutRights()) {
        diagnosticReport.add(
            Severity.ERROR,
            "forged-token",
            file.shown()
                + ": the token of "
                + name
                + " was not made by serve token add, or was"
                + " changed since; it has no rights",
            "Make it again: tidemark serve token add " + CommandLines.word(name));
      }
    } catch (SettingsException | IOException unreadable) {
      var text = String.valueOf(unreadable.getMessage());
      diagnosticReport.add(Severity.ERROR, "forged-token", text, "Delete " + file.shown() + ".");
    }
  }

  private void services(Integrations services) {
    secrets(services.notices());
    if (services.linear().enabled() && !services.linear().isNative()) {
      cursor(IntegrationFactory.STATES);
      needs("linear", IntegrationFactory.LINEAR_KEY);
    }
  }

  private void listeners(Webhooks webhooks) {
    secrets(webhooks.notices());
    for (var hook : webhooks.hooks()) {
      cursor(hook.name());
      if (hook.type().equals("linear")) {
        needs(hook.name(), IntegrationFactory.LINEAR_KEY);
      } else {
        needs(hook.name(), hook.variables().url());
        needs(hook.name(), hook.variables().secret());
      }
    }
  }

  private void cursor(String listener) {
    try {
      var project = session.project();
      var flaw = project.deliveries(MonotonicTimer.real()).cursorDamage(listener, project.now());
      if (!flaw.isEmpty()) {
        var cure = "Wait for the next change, or retry now: tidemark webhooks --retry";
        diagnosticReport.add(Severity.WARNING, "damaged-cursor", listener + " " + flaw, cure);
      }
    } catch (StoreException failure) {
      var problem = String.valueOf(failure.getMessage());
      diagnosticReport.add(Severity.WARNING, "damaged-cursor", problem, failure.hint());
    }
  }

  private void setAside() {
    var stateFolder = StateFolder.of(session.project().root());
    var folder = stateFolder.path().resolve(CURSORS);
    var names = folder.toFile().list();
    for (var name : names == null ? new String[0] : names) {
      if (name.contains(".corrupt-")) {
        diagnosticReport.add(
            Severity.NOTE,
            "set-aside",
            stateFolder.shown(folder.resolve(name)) + " is a damaged cursor that was set aside",
            "Delete it when you no longer need it.");
      }
    }
  }

  private void secrets(List<Notice> notices) {
    for (var notice : notices) {
      var cure = "Take it out, and replace the key with its service: others have seen it.";
      diagnosticReport.add(Severity.WARNING, notice.code(), notice.text(), cure);
    }
  }

  private void needs(String name, @Nullable String variable) {
    if (variable != null && serviceKeys.find(variable) == null) {
      diagnosticReport.add(
          Severity.WARNING,
          "no-key",
          name + " cannot be notified: " + variable + " is not set",
          "Set it in the environment or in your own file of keys.");
    }
  }

  private void unusable(SettingsException wrong) {
    diagnosticReport.add(
        Severity.ERROR, "service-settings", String.valueOf(wrong.getMessage()), "Fix the file.");
  }
}
