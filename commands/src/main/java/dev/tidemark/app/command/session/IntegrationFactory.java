package dev.tidemark.app.command.session;

import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.Trust;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.app.settings.file.ServiceKeys;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.linear.LinearSubscriber;
import dev.tidemark.integrations.linear.LinearTracker;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.integrations.vercel.GitHubDeployments;
import dev.tidemark.integrations.vercel.VercelDeployments;
import dev.tidemark.integrations.webhook.WebhookSubscriber;
import dev.tidemark.port.Deployments;
import dev.tidemark.port.Subscriber;
import dev.tidemark.port.Subscription;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Integration factory: clients of the external services. Network classes are loaded on demand, and
/// the address is never the project's to set: it would receive the user's keys.
public final class IntegrationFactory implements AutoCloseable {
  public static final String LINEAR_KEY = "LINEAR_API_KEY";
  static final String VERCEL_TOKEN = "VERCEL_TOKEN";
  private static final String LINEAR_ADDRESS = "TIDEMARK_LINEAR_URL";
  private static final String VERCEL_ADDRESS = "TIDEMARK_VERCEL_URL";

  /// The subscriber that updates the state of issues in Linear; a reserved name for webhooks.
  public static final String STATES = "linear.state";

  private static final List<String> PROGRESS = List.of("phase.started", "checkpoint.completed");

  private final Session session;
  private final ServiceKeys serviceKeys;
  private final List<String> untrusted = new ArrayList<>();
  private @Nullable ServiceClient serviceClient;

  public IntegrationFactory(Session session) {
    this.session = session;
    this.serviceKeys = new ServiceKeys(session.project().root(), session.place().environment());
  }

  /// Returns a key or an address; null if it is not configured.
  @Nullable String key(String name) {
    var key = serviceKeys.find(name);
    if (key == null) {
      printWarnings(session, serviceKeys.notices());
    }
    return key;
  }

  /// Prints the warnings of a configuration, which several parts of a call report.
  public static void printWarnings(Session session, List<Notice> notices) {
    for (var notice : notices) {
      session.screen().noteOnce(notice.text());
    }
  }

  /// Returns Linear; null where there is no key for it.
  @Nullable
  public LinearTracker linear() {
    var key = key(LINEAR_KEY);
    return key == null
        ? null
        : new LinearTracker(caller(), address(LINEAR_ADDRESS, LinearTracker.BASE), key);
  }

  /// Returns the sources of preview deployments, the most reliable first (R-004-73).
  public List<Deployments> deployments() {
    var sources = new ArrayList<Deployments>();
    var token = key(VERCEL_TOKEN);
    if (token != null) {
      sources.add(
          new VercelDeployments(
              caller(), address(VERCEL_ADDRESS, VercelDeployments.BASE), token, scope()));
    }
    var variables = new HashMap<>(session.place().environment());
    variables.putAll(
        Map.of("GH_PROMPT_DISABLED", "1", "GH_NO_UPDATE_NOTIFIER", "1", "NO_COLOR", "1"));
    var root = session.project().root();
    sources.add(new GitHubDeployments(new ProcessRunner(root, variables)));
    return sources;
  }

  /// The folder has a link to its project, which the environment may override.
  private VercelDeployments.Scope scope() {
    var environment = session.place().environment();
    var project = environment.get("VERCEL_PROJECT_ID");
    if (project != null) {
      var owner = environment.get("VERCEL_ORG_ID");
      boolean team = owner != null && owner.startsWith("team_");
      return new VercelDeployments.Scope(project, team ? owner : null);
    }
    var root = session.project().root();
    var link = root.resolve(".vercel/project.json");
    try {
      return VercelDeployments.Scope.linked(Files.exists(link) ? BoundedFile.text(link, root) : "");
    } catch (IOException unreadable) {
      return VercelDeployments.Scope.linked("");
    }
  }

  /// Returns the names of the subscribers that [#listeners] has excluded.
  public List<String> untrusted() {
    return untrusted;
  }

  private boolean isTrusted(Trust.Item item, Subscriber subscriber, Predicate<Subscriber> due) {
    if (new TrustCommand(session).allows(item)) {
      return true;
    }
    untrusted.add(subscriber.name());
    if (due.test(subscriber)) {
      session
          .screen()
          .noteOnce(
              subscriber.name() + " in " + item.place() + " is not trusted: nothing is sent",
              "Trust it: tidemark trust");
    }
    return false;
  }

  /// Returns the configured subscribers that the user has trusted.
  ///
  /// @param due whether something is to be sent to a subscriber; of others that are not trusted
  ///   nothing is printed
  /// @throws dev.tidemark.app.settings.SettingsException if a configuration cannot be understood
  public List<Subscriber> listeners(Predicate<Subscriber> due) {
    var root = session.project().root();
    var listeners = new ArrayList<Subscriber>();
    var webhooks = Webhooks.read(root);
    printWarnings(session, webhooks.notices());
    for (var hook : webhooks.hooks()) {
      var subscriber = listener(hook);
      if (isTrusted(TrustItems.of(hook), subscriber, due)) {
        listeners.add(subscriber);
      }
    }
    var integrations = Integrations.read(root);
    printWarnings(session, integrations.notices());
    if (TrustItems.isWriting(integrations)) {
      var progress = new Subscription(STATES, PROGRESS, List.of(), Duration.ofSeconds(10), 0);
      var subscriber = new LinearSubscriber(progress, linear(), LinearSubscriber.Manner.STATE);
      if (isTrusted(TrustItems.linear(), subscriber, due)) {
        listeners.add(subscriber);
      }
    }
    return listeners;
  }

  private Subscriber listener(Webhooks.Hook hook) {
    var subscription =
        new Subscription(
            hook.name(), hook.events(), hook.commands(), hook.timeout(), hook.retries());
    if (hook.type().equals("linear")) {
      return new LinearSubscriber(subscription, linear(), LinearSubscriber.Manner.COMMENT);
    }
    var place = place(hook.variables());
    return hook.type().equals("slack")
        ? new WebhookSubscriber(subscription, caller(), place, WebhookSubscriber::slackMessage)
        : new WebhookSubscriber(subscription, caller(), place, WebhookSubscriber::generic);
  }

  /// A subscriber with a signature but without its key gets nothing, because it could not verify
  /// the message.
  private WebhookSubscriber.Place place(Webhooks.Variables variables) {
    var url = variables.url();
    var address = url == null ? null : key(url);
    if (address == null) {
      return WebhookSubscriber.Place.missing(url + " is not set");
    }
    var signed = variables.secret();
    var secret = signed == null ? null : key(signed);
    return signed != null && secret == null
        ? WebhookSubscriber.Place.missing(signed + " is not set")
        : WebhookSubscriber.Place.at(address, secret);
  }

  private String address(String variable, String usual) {
    var said = session.place().environment().get(variable);
    return said == null || said.isBlank() ? usual : said;
  }

  private ServiceClient caller() {
    var known = serviceClient;
    if (known == null) {
      known = new ServiceClient();
      serviceClient = known;
    }
    return known;
  }

  @Override
  public void close() {
    if (serviceClient != null) {
      serviceClient.close();
    }
  }
}
