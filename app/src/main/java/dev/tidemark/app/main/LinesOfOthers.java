package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.Elsewhere;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.cli.Words;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.http.Door.Carried;
import dev.tidemark.app.http.Door.Declined;
import dev.tidemark.app.http.Door.Ran;
import dev.tidemark.app.http.Scope;
import dev.tidemark.app.http.User;
import dev.tidemark.app.settings.Actors;
import dev.tidemark.app.settings.Whereabouts;
import dev.tidemark.app.view.Problem;
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
final class LinesOfOthers {
  private final Path root;
  private final Workplace place;
  private final List<String> always;

  /// @param always the words that every line has here
  LinesOfOthers(Path root, Workplace place, List<String> always) {
    this.root = root;
    this.place = place;
    this.always = always;
  }

  Carried carry(User user, JsonObject line) {
    var parsed = Words.parse(line.strings("words").toArray(new String[0]));
    if (!(parsed instanceof Call call) || !Elsewhere.isPossible(call)) {
      return no("not-here", "a server does not carry that out", "Do it without TIDEMARK_SERVER.");
    }
    var scope = Elsewhere.changes(call) ? Scope.WRITE : Scope.READ;
    if (!user.may(scope)) {
      return no(
          "scope",
          user.name() + " has no right to " + scope.word() + " here",
          "Ask for a token that has: tidemark serve token add NAME --scope " + scope.word());
    }
    var strange = strange(line);
    var folder = folder(line.string("folder"));
    if (strange != null || folder == null) {
      return strange != null ? strange : no("not-here", "there is no such folder", "Look again.");
    }
    return ran(user, call, line, folder);
  }

  /// Returns why a command line cannot be executed here as in its own process; null if it can.
  private @Nullable Declined strange(JsonObject line) {
    try {
      var here = Whereabouts.of(root, place.environment());
      if (!here.project().equals(line.string("project"))) {
        return no(
            "another-project",
            "the server serves " + root + ", which is not the project meant; nothing was done",
            "Start one for this project, or unset TIDEMARK_SERVER.");
      }
      return here.ways().equals(line.string("ways"))
          ? null
          : no(
              "other-settings",
              "the server was started with other variables, or by another user",
              "Start it with those of this process.");
    } catch (IOException unseen) {
      return no(
          "not-here", "the project cannot be looked at: " + DiskReason.located(unseen), "Mend it.");
    }
  }

  private static Declined no(String code, String message, String hint) {
    return new Declined(new Problem(ExitCode.REFUSED.code(), code, message, hint));
  }

  private static @Nullable Path folder(@Nullable String name) {
    try {
      var folder = name == null ? null : Path.of(name);
      return folder != null && folder.isAbsolute() && Files.isDirectory(folder) ? folder : null;
    } catch (InvalidPathException none) {
      return null;
    }
  }

  private Ran ran(User user, Call call, JsonObject line, Path folder) {
    var out = new ByteArrayOutputStream(1024);
    var err = new ByteArrayOutputStream(128);
    var there =
        new Workplace(
            folder,
            environment(user, line),
            InputStream.nullInputStream(),
            place.opener(),
            place.program());
    var words = new ArrayList<>(always);
    var as = line.string("as");
    if (as != null && !as.isBlank() && user.starter()) {
      words.add("--as=" + as);
    }
    words.addAll(Elsewhere.words(call));
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
    return new Ran(exit.code(), out.toString(UTF_8), err.toString(UTF_8));
  }

  /// With the starter's token the client's identity is trusted, as on a command line; any other
  /// token has a name of its own.
  private Map<String, String> environment(User user, JsonObject line) {
    var who = line.object("who");
    if (!user.starter() || who == null) {
      return Actors.agent(place.environment(), user.name());
    }
    var showing = new HashMap<String, String>();
    for (var member : who.members()) {
      if (member.value() instanceof JsonString text) {
        showing.put(member.key(), text.value());
      }
    }
    return Actors.shown(place.environment(), showing);
  }
}
