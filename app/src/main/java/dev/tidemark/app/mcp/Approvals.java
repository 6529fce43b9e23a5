package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.Door.Errand;
import dev.tidemark.app.mcp.InFlight.Flight;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Approving a phase: the client has to put a form before its user, and only their yes counts. The
/// arguments of a call never approve anything.
///
/// A client with a session is sent the form while its call waits. One without gets it as the result
/// of its call and calls again with the answer, and with a token that ties the answer to the very
/// question that was asked.
final class Approvals {
  private static final String KEY = "approval";

  private final Door door;
  private final Questions questions;
  private @Nullable Seal seal;

  Approvals(Door door, Questions questions) {
    this.door = door;
    this.questions = questions;
  }

  /// Returns the result of the call: the approval recorded, refused, or a form to be shown.
  ///
  /// @throws Fault if a client without a session cannot show forms
  JsonObject approve(Errand errand, JsonObject params, Flight flight) {
    var arguments = params.object("arguments");
    var words = Wording.of(Tool.APPROVE, arguments == null ? JsonObject.EMPTY : arguments);
    var rehearsal = door.run(errand, rehearsal(words));
    if (!rehearsal.succeeded()) {
      return Toolbox.result(rehearsal);
    }
    var run = String.valueOf(((JsonObject) JsonText.parse(rehearsal.out())).string("run"));
    var phase = words.getLast();
    var question = "Approve the phase " + phase + " of the run " + run + "?";
    if (!errand.caller().asks()) {
      return cannotAsk(errand.caller(), run, phase);
    }
    var answer =
        errand.caller().version().isModern()
            ? answered(params, question)
            : questions.ask(form(question), flight);
    if (answer == null) {
      return required(question);
    }
    var content = answer.object("content");
    if (!"accept".equals(answer.string("action"))
        || content == null
        || !content.isTrue("approve")) {
      return Toolbox.refusal(
          run,
          "not-approved",
          List.of("the user did not approve " + phase, "Ask them what is missing; do not retry."));
    }
    var meant = new Errand(errand.caller(), errand.folder(), true);
    return Toolbox.result(door.run(meant, words));
  }

  private static List<String> rehearsal(List<String> words) {
    var dry = new java.util.ArrayList<>(words);
    dry.add(1, "--dry-run");
    return dry;
  }

  private static JsonObject cannotAsk(Caller caller, String run, String phase) {
    var hint = "Have the user type: tidemark approve " + phase + " --run " + run;
    if (caller.version().isModern()) {
      var forms = JsonObject.builder().add("form", JsonObject.EMPTY).build();
      var needed = JsonObject.builder().add("elicitation", forms).build();
      throw new Fault(
          Fault.MISSING_CAPABILITY,
          "only the user can approve, and this client cannot ask them. " + hint,
          JsonObject.builder().add("requiredCapabilities", needed).build());
    }
    return Toolbox.refusal(
        run,
        "needs-user",
        List.of("only the user can approve, and this client cannot ask them", hint));
  }

  /// Returns the user's answer that came with a call; null if there is none to this very question.
  private @Nullable JsonObject answered(JsonObject params, String question) {
    var responses = params.object("inputResponses");
    var answer = responses == null ? null : responses.object(KEY);
    var token = params.string("requestState");
    return answer != null && token != null && seal().open(token, question) ? answer : null;
  }

  private JsonObject required(String question) {
    var request =
        JsonObject.builder()
            .add("method", "elicitation/create")
            .add("params", form(question))
            .build();
    return JsonObject.builder()
        .add("resultType", "input_required")
        .add("inputRequests", JsonObject.builder().add(KEY, request).build())
        .add("requestState", seal().close(question))
        .build();
  }

  private static JsonObject form(String question) {
    var approve =
        JsonObject.builder()
            .add("type", "boolean")
            .add("title", "I approve")
            .add("description", "Recorded in the history as your approval")
            .build();
    var schema =
        JsonObject.builder()
            .add("type", "object")
            .add("properties", JsonObject.builder().add("approve", approve).build())
            .add("required", List.of("approve"))
            .build();
    return JsonObject.builder()
        .add("mode", "form")
        .add("message", question)
        .add("requestedSchema", schema)
        .build();
  }

  /// Made when it is first needed: random numbers and cryptography take time to load.
  private synchronized Seal seal() {
    var known = seal;
    if (known == null) {
      known = new Seal();
      seal = known;
    }
    return known;
  }
}
