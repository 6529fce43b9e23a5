package dev.tidemark.app.command;

import dev.tidemark.app.command.Complaints.Weight;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.Keys;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.Webhooks;
import org.jspecify.annotations.Nullable;

/// Whether what a project says of services can be understood, and the keys for them are there.
final class ServiceSettings {
  private final Session session;
  private final Complaints complaints;
  private final Keys keys;

  ServiceSettings(Session session, Complaints complaints) {
    this.session = session;
    this.complaints = complaints;
    this.keys = new Keys(session.project().root(), session.place().environment());
  }

  void examine() {
    try {
      services(Integrations.read(session.project().root()));
    } catch (SettingsException wrong) {
      unusable(wrong);
    }
    try {
      for (var hook : Webhooks.read(session.project().root())) {
        boolean linear = hook.type().equals("linear");
        needs(hook.name(), linear ? Outside.LINEAR_KEY : hook.variables().url());
        needs(hook.name(), hook.variables().secret());
      }
    } catch (SettingsException wrong) {
      unusable(wrong);
    }
    for (var notice : keys.notices()) {
      complaints.complain(Weight.WARNING, notice.code(), notice.text(), "Mend that.");
    }
  }

  private void services(Integrations services) {
    for (var notice : services.notices()) {
      var cure = "Take it out, and replace the key with its service: others have seen it.";
      complaints.complain(Weight.WARNING, notice.code(), notice.text(), cure);
    }
    if (services.linear().enabled() && !services.linear().isNative()) {
      needs("linear", Outside.LINEAR_KEY);
    }
  }

  private void needs(String name, @Nullable String variable) {
    if (variable != null && keys.find(variable) == null) {
      complaints.complain(
          Weight.WARNING,
          "no-key",
          name + " cannot be told anything: " + variable + " is not set",
          "Set it in the environment or in your own file of keys.");
    }
  }

  private void unusable(SettingsException wrong) {
    complaints.complain(
        Weight.ERROR, "service-settings", String.valueOf(wrong.getMessage()), "Mend the file.");
  }
}
