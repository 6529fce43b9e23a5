package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.RemoteVerbs;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.HttpRejection;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessLocation;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.DiskReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Executes command lines that were typed in other processes of the same project.
final class RemoteCommandLines {
  private final Path root;
  private final ProcessContext place;
  private final List<String> always;

  /// @param always the words that every line has here
  RemoteCommandLines(Path root, ProcessContext place, List<String> always) {
    this.root = root;
    this.place = place;
    this.always = always;
  }

  /// @throws HttpRejection if the line is not executed
  CommandResult carry(AuthenticatedUser authenticatedUser, JsonObject line) {
    var parseResult = CommandRegistry.parse(line.strings("words").toArray(new String[0]));
    if (!(parseResult instanceof ParsedCommand parsedCommand)
        || !RemoteVerbs.isPossible(parsedCommand)) {
      throw no("not-here", "a server does not carry that out", "Do it without TIDEMARK_SERVER.");
    }
    var scope = RemoteVerbs.changes(parsedCommand) ? Scope.WRITE : Scope.READ;
    if (!authenticatedUser.may(scope)) {
      throw no(
          "scope",
          authenticatedUser.name() + " has no right to " + scope.word() + " here",
          "Ask for a token that has: tidemark serve token add NAME --scope " + scope.word());
    }
    checkProject(line);
    var folder = folder(line.string("folder"));
    if (folder == null) {
      throw no("not-here", "there is no such folder", "Look again.");
    }
    return ran(authenticatedUser, parsedCommand, line, folder);
  }

  /// Rejects a command line that cannot be executed here as in its own process.
  private void checkProject(JsonObject line) {
    try {
      var here = ProcessLocation.of(root, place.environment());
      if (!here.project().equals(line.string("project"))) {
        throw no(
            "another-project",
            "the server serves " + root + ", which is not the project meant; nothing was done",
            "Start one for this project, or unset TIDEMARK_SERVER.");
      }
      if (!here.ways().equals(line.string("ways"))) {
        throw no(
            "other-settings",
            "the server was started with other variables, or by another user",
            "Start it with those of this process.");
      }
    } catch (IOException unseen) {
      throw no("not-here", "the project cannot be read: " + DiskReason.located(unseen), "Fix it.");
    }
  }

  private static HttpRejection no(String code, String message, String hint) {
    return Authenticator.rejection(409, code, message, hint);
  }

  private static @Nullable Path folder(@Nullable String name) {
    try {
      var folder = name == null ? null : Path.of(name);
      return folder != null && folder.isAbsolute() && Files.isDirectory(folder) ? folder : null;
    } catch (InvalidPathException none) {
      return null;
    }
  }

  private CommandResult ran(
      AuthenticatedUser authenticatedUser,
      ParsedCommand parsedCommand,
      JsonObject line,
      Path folder) {
    var out = new ByteArrayOutputStream(1024);
    var err = new ByteArrayOutputStream(128);
    var there =
        new ProcessContext(
            folder,
            environment(authenticatedUser, line),
            InputStream.nullInputStream(),
            place.opener(),
            place.program());
    var words = new ArrayList<>(always);
    var as = line.string("as");
    if (as != null && !as.isBlank() && authenticatedUser.starter()) {
      words.add("--as=" + as);
    }
    words.addAll(RemoteVerbs.words(parsedCommand));
    var look = line.object("terminal");
    var terminal =
        look == null
            ? Terminal.NONE
            : new Terminal(
                false,
                look.isTrue("output"),
                look.isTrue("unicode") ? "UTF-8" : "US-ASCII",
                look.isTrue("colour"));
    var streams = new CommandLine.Streams(out, err, terminal);
    var exit = new CommandLine(streams, there).run(words.toArray(new String[0]));
    return new CommandResult(exit.code(), null, out.toString(UTF_8), err.toString(UTF_8));
  }

  /// With the starter's token the client's identity is trusted, as on a command line; any other
  /// token has a name of its own.
  private Map<String, String> environment(AuthenticatedUser authenticatedUser, JsonObject line) {
    var who = line.object("who");
    if (!authenticatedUser.starter() || who == null) {
      return ActorDetection.agent(place.environment(), authenticatedUser.name());
    }
    var showing = new HashMap<String, String>();
    for (var member : who.members()) {
      if (member.value() instanceof JsonString text) {
        showing.put(member.key(), text.value());
      }
    }
    return ActorDetection.shown(place.environment(), showing);
  }
}
