package dev.tidemark.clients;

import dev.tidemark.app.main.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/// One headless session of a client that has ended.
///
/// @param ran the exit code and both streams
/// @param answer the final answer, as a script would read it
/// @param requests all requests for a response of the model, oldest first
/// @param script what the model did
record Session(Ran ran, String answer, List<ModelRequest> requests, Script script) {
  /// The answer to what the client asks the model on the side, for example for a summary.
  static final String ASIDE = "AN ASIDE OF THE MODEL";

  /// Runs a session whose steps are answered by a script.
  static Session run(Client client, Workspace workspace, String prompt, Script script) {
    return run(client, workspace, prompt, List.of(), script);
  }

  /// Runs a session with further options of the client.
  static Session run(
      Client client, Workspace workspace, String prompt, List<String> options, Script script) {
    var turns = new ConcurrentLinkedDeque<>(script.turns());
    try (var model = ModelServer.start(request -> next(request, turns, script));
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

  /// Starts a session, waits for a file that a tool makes, and kills the client and all it started
  /// with SIGKILL.
  static void kill(Client client, Workspace workspace, Path marker, Script script) {
    var turns = new ConcurrentLinkedDeque<>(script.turns());
    try (var model = ModelServer.start(request -> next(request, turns, script));
        var network = Namespace.leadingTo(model.address())) {
      var driver = client.driver();
      driver.prepare(workspace);
      var environment = workspace.environment();
      environment.putAll(driver.environment());
      var nowhere = Path.of("/dev/null");
      var words = network.inside(driver.command("Please go on", List.of()));
      var process = workspace.start(words, environment, nowhere, nowhere);
      for (int i = 0; i < 600 && !Files.exists(marker); i++) {
        Thread.sleep(100);
      }
      if (!Files.exists(marker)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError("the tool was not called");
      }
      var all = process.descendants().toList();
      process.destroyForcibly();
      all.forEach(ProcessHandle::destroyForcibly);
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  static Turn next(ModelRequest request, ConcurrentLinkedDeque<Turn> turns, Script script) {
    if (!request.isStep()) {
      return script.aside();
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
