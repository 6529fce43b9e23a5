package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Route of remote command lines: executes a verb and answers its standard output, standard error
/// and exit code.
///
/// Changes are idempotent by the id of their request: a client that lost an answer sends the
/// request again, and gets the answer of the first. A server that began, or forgot answers, after
/// the first was sent refuses to execute the second. Safe for use by many threads.
final class CommandRoute {
  /// How many answers to changes are kept.
  private static final int KEPT = 256;

  private static final int ID_MAX = 64;
  private static final long NANOS = 1_000_000;

  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;
  private final Map<String, Kept> answers = new LinkedHashMap<>();

  /// No answer to a request that was first sent later than that is forgotten.
  private long complete = System.nanoTime();

  /// @param begun when the request arrived
  private record Kept(long begun, CompletableFuture<JsonObject> answer) {}

  CommandRoute(CommandGateway commandGateway, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
  }

  void execute(Exchange exchange) throws IOException {
    var body = exchange.json(httpLimits.body());
    var request = request(body);
    var scope = RemoteVerbs.scope(request.verb(), request.isDry());
    var own = RemoteVerbs.needsCaller(request);
    if (scope == null || own != null) {
      var what = scope == null ? request.verb() : own;
      throw Exchange.bad(what + " is not executed for a remote command line");
    }
    Authenticator.require(exchange.user(), scope);
    boolean approves = scope == Scope.APPROVE;
    if (approves && !exchange.user().loggedIn()) {
      throw Authenticator.noLogin();
    }
    var zone = body.string("zone");
    Supplier<JsonObject> work =
        () -> {
          var environment = zone == null ? Map.<String, String>of() : Map.of("TZ", zone);
          var result = commandGateway.run(exchange.user(), approves, request, environment);
          var answer =
              JsonObject.builder()
                  .add("release", commandGateway.release())
                  .add("exit", result.exit())
                  .add("out", result.text())
                  .add("err", result.diagnostics());
          var document = result.json();
          return document == null ? answer.build() : answer.add("document", document).build();
        };
    var answer = scope == Scope.READ ? work.get() : once(exchange.user().name(), body, work);
    exchange.send(HttpAnswer.json(200, answer));
  }

  /// Executes a change unless a request with this id has been executed or is being executed.
  private JsonObject once(String user, JsonObject body, Supplier<JsonObject> work) {
    var id = body.string("id");
    if (id == null || id.isBlank() || id.length() > ID_MAX) {
      throw Exchange.bad("the member id must have 1 to " + ID_MAX + " characters");
    }
    var before = body.number("sent_ms_ago");
    long ago = before == null ? 0 : before.wholeValue().orElse(0);
    var mine = new Kept(System.nanoTime(), new CompletableFuture<>());
    var known = keep(user + "/" + id, mine, mine.begun() - ago * NANOS);
    if (known != null) {
      return known.answer().join();
    }
    try {
      var answer = work.get();
      mine.answer().complete(answer);
      return answer;
    } finally {
      mine.answer().completeExceptionally(new IllegalStateException("no answer"));
    }
  }

  private synchronized @Nullable Kept keep(String key, Kept mine, long sent) {
    var known = answers.get(key);
    if (known != null) {
      return known;
    }
    if (sent - complete < 0) {
      throw Authenticator.rejection(
          409,
          "unknown-outcome",
          "the server was restarted; whether the command was executed before is not known",
          "Look at the newest entry before you repeat it: tidemark history --limit 1");
    }
    answers.put(key, mine);
    if (answers.size() > KEPT) {
      var eldest = answers.entrySet().iterator();
      complete = eldest.next().getValue().begun();
      eldest.remove();
    }
    return null;
  }

  private static CommandRequest request(JsonObject body) {
    var verb = body.string("verb");
    if (verb == null) {
      throw Exchange.bad("the member verb is missing");
    }
    var request = CommandRequest.text(verb);
    for (var argument : body.strings("arguments")) {
      request = request.argument(argument);
    }
    var options = body.array("options");
    for (var option : options == null ? List.<Json>of() : options.elements()) {
      var name = option instanceof JsonObject given ? given.string("name") : null;
      if (name == null) {
        throw Exchange.bad("an option has no name");
      }
      var value = ((JsonObject) option).string("value");
      request = value == null ? request.flag(name) : request.option(name, value);
    }
    return request;
  }
}
