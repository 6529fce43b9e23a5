package dev.tidemark.clients;

import dev.tidemark.app.main.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/// One headless session of a client that has ended.
///
/// @param ran the exit code and both streams
/// @param answer the final answer, as a script would read it
/// @param requests all requests for a response of the model, oldest first
/// @param script what the model did
record Session(Ran ran, String answer, List<ModelRequest> requests, Script script) {
  /// Runs a session whose steps are answered by a script.
  static Session run(Client client, Workspace workspace, String prompt, Script script) {
    return run(client, workspace, prompt, List.of(), script);
  }

  /// Runs a session with further options of the client.
  static Session run(
      Client client, Workspace workspace, String prompt, List<String> options, Script script) {
    var turns = new ConcurrentLinkedDeque<>(script.turns());
    try (var model = ModelServer.start(request -> next(request, turns));
        var network = Namespace.leadingTo(model.address())) {
      var driver = client.driver();
      driver.prepare(workspace);
      var environment = workspace.environment();
      environment.putAll(driver.environment());
      var ran = workspace.run(network.inside(driver.command(prompt, options)), environment);
      return new Session(ran, driver.answer(ran), model.requests(), script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Turn next(ModelRequest request, ConcurrentLinkedDeque<Turn> turns) {
    if (!request.isStep()) {
      return Turn.say("Aside");
    }
    var turn = turns.poll();
    return turn == null ? Turn.say(ModelServer.UNSCRIPTED) : turn;
  }

  /// Returns the requests that are steps of a conversation.
  List<ModelRequest> steps() {
    return requests.stream().filter(ModelRequest::isStep).toList();
  }

  /// Returns the request that began the conversation.
  ModelRequest first() {
    return steps().getFirst();
  }

  /// Returns what a tool answered to a call of the script.
  String result(String call) {
    var results = steps().getLast().results();
    int number = script.number(call);
    return number < results.size() ? results.get(number) : "no result: " + ran;
  }
}
