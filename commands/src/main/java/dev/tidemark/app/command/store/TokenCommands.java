package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.ApproverCheck;
import dev.tidemark.app.command.session.ProjectNames;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.TokenFile;
import dev.tidemark.app.settings.TokenFile.Entry;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.SecretToken;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The verb `serve token`: manages the API tokens of the projects of a server.
public final class TokenCommands {
  private static final String APPROVE = "approve";
  private static final List<String> USUAL = List.of("read", "write");

  private final Session session;
  private final ParsedCommand parsedCommand;

  /// By the folders of the projects; of one project the name is empty.
  private final Map<String, TokenFile> files = new LinkedHashMap<>();

  public TokenCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
    var place = session.place();
    var named = parsedCommand.values("project");
    if (named.isEmpty()) {
      files.put("", new TokenFile(session.project().root(), place.environment()));
    }
    for (var root : ProjectNames.of(named, place.folder()).values()) {
      files.put(root.toString(), new TokenFile(root, place.environment()));
    }
  }

  /// Specification of `serve token`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "serve token",
        CommandGroup.SERVERS,
        WRITES,
        "manage API tokens",
        List.of(
            Argument.required("ACTION", ValueKind.oneOf("add", "list", "remove"), "the action"),
            Argument.optional("NAME", ValueKind.NAME, "the user of the token")),
        List.of(
            Option.value(
                    "scope",
                    "SCOPE",
                    ValueKind.oneOf("read", "write", "approve"),
                    "a permission; default: read and write")
                .repeated(),
            Option.value(
                    "project",
                    "DIR",
                    ValueKind.FOLDERS,
                    "the project; once for each; default: found from here")
                .repeated()),
        List.of(
            new Example("tidemark serve token add build --scope read", "print the new token, once"),
            new Example(
                "tidemark serve token add ann --scope read --scope approve",
                "for a user who logs in; needs a terminal"),
            new Example(
                "tidemark serve token add ann --project /srv/shop --project /srv/blog",
                "one token for two projects"),
            new Example("tidemark serve token list", "list the users with a token"),
            new Example("tidemark serve token remove ann", "revoke it at once")));
  }

  public ExitCode run() throws IOException {
    var name = parsedCommand.argument("NAME");
    if (parsedCommand.required("ACTION").equals("list")) {
      return list();
    }
    if (name == null || name.isBlank()) {
      return session.misused("no-name", "NAME is missing: whose token it is", "Give a name.");
    }
    return parsedCommand.required("ACTION").equals("add") ? add(name) : remove(name);
  }

  private static @Nullable Entry find(List<Entry> known, String name) {
    for (var entry : known) {
      if (entry.name().equals(name)) {
        return entry;
      }
    }
    return null;
  }

  private ExitCode list() throws IOException {
    var lines = new ArrayList<String>();
    var shown = new ArrayList<JsonObject>();
    for (var file : files.entrySet()) {
      var project = file.getKey().isEmpty() ? null : file.getKey();
      for (var entry : file.getValue().read()) {
        var line = entry.name() + "  " + String.join(", ", entry.scopes()) + "  " + entry.madeAt();
        lines.add(project == null ? line : line + "  " + project);
        shown.add(project == null ? entry.shown() : entry.shown().with("project", project));
      }
    }
    if (lines.isEmpty()) {
      lines.add("no tokens yet: tidemark serve token add NAME");
    }
    session.show(JsonObject.builder().add("tokens", JsonArray.of(shown)).build(), lines);
    return ExitCode.SUCCESS;
  }

  private ExitCode add(String name) throws IOException {
    for (var file : files.values()) {
      if (find(file.read(), name) != null) {
        return session.problem(
            new ProblemView(
                ExitCode.REFUSED.code(),
                "token-exists",
                name + " has a token already; nothing was changed",
                "Take it away first: tidemark serve token remove " + name));
      }
    }
    session.checkSecret("the name of the token", name, "Choose another NAME");
    var scopes =
        parsedCommand.values("scope").isEmpty()
            ? USUAL
            : List.copyOf(parsedCommand.values("scope"));
    var approverCheck = new ApproverCheck(session);
    if (scopes.contains(APPROVE) && approverCheck.consent() == null) {
      return session.refused("", new Refusal<>(List.of(approverCheck.refusal()), List.of()));
    }
    var token = SecretToken.generate(new SecureRandom());
    var at = Timestamps.millis(session.project().now());
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    for (var file : dry ? List.<TokenFile>of() : files.values()) {
      var known = file.read();
      var all = new ArrayList<>(known);
      all.add(new Entry(name, scopes, SecretToken.hash(token), at));
      write(file, known, all);
    }
    var json =
        answer(dry)
            .add("name", name)
            .add("scopes", scopes)
            .addOrNull("token", dry ? null : token)
            .build();
    session.screen().note(name + " may " + String.join(", ", scopes) + "; this is shown once");
    session.show(json, List.of(dry ? "would make a token for " + name : token));
    return ExitCode.SUCCESS;
  }

  private ExitCode remove(String name) throws IOException {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    boolean had = false;
    for (var file : files.values()) {
      var known = file.read();
      var found = find(known, name);
      had |= found != null;
      if (found != null && !dry) {
        var left = new ArrayList<>(known);
        left.remove(found);
        write(file, known, left);
      }
    }
    if (!had) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-token",
              name + " has no token",
              "See who has one: tidemark serve token list"));
    }
    session.confirm(
        answer(dry).add("name", name).build(),
        List.of(name + (dry ? " would have" : " has") + " no token any more"));
    return ExitCode.SUCCESS;
  }

  private void write(TokenFile file, List<Entry> known, List<Entry> all) throws IOException {
    if (!Files.exists(file.path().resolveSibling(""))) {
      new ProjectFile(session.project().root()).make(session.usualDialect(), false);
    }
    file.replace(known, all);
  }

  private static JsonObject.Builder answer(boolean dry) {
    return JsonObject.builder().add("ok", true).add("dry_run", dry);
  }
}
