package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.ToolBackend.CallContext;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Approval of a phase over MCP: the client must show a form to its user, whose answer decides. The
/// arguments of a call never approve anything.
///
/// A client with a session is sent the form while its call waits. One without gets it as the result
/// of its call and calls again with the answer, and with a token that ties the answer to the very
/// question that was asked.
final class ToolApprovals {
  private static final String KEY = "approval";

  private final ToolBackend toolBackend;
  private final Elicitation elicitation;
  private @Nullable SignedState signedState;

  ToolApprovals(ToolBackend toolBackend, Elicitation elicitation) {
    this.toolBackend = toolBackend;
    this.elicitation = elicitation;
  }

  /// Returns the result of the call: the approval recorded, refused, or a form to be shown.
  ///
  /// @throws RpcError if a client without a session cannot show forms
  JsonObject approve(CallContext context, JsonObject params, Flight flight) {
    var given = params.object("arguments");
    var arguments = given == null ? JsonObject.EMPTY : given;
    var request = ToolArguments.request(Tool.APPROVE, arguments);
    var rehearsal = toolBackend.run(context, request.dry());
    var shown = rehearsal.json();
    if (!rehearsal.succeeded() || shown == null) {
      return Toolbox.result(rehearsal);
    }
    var subject = Subject.of(shown, request.arguments().getLast());
    if (!subject.isExact()) {
      // It is approved already, exactly as it is: there is nothing to ask, and nothing to rehearse.
      return Toolbox.unchangedResult(shown);
    }
    var run = subject.run();
    var phase = subject.phase();
    if (!context.caller().asks()) {
      return resultWithoutElicitation(context, request);
    }
    var obstacle = toolBackend.obstacle();
    if (obstacle != null) {
      var allowed = toolBackend.run(context, request);
      return allowed.succeeded()
          ? Toolbox.result(allowed)
          : Toolbox.refusal(run, "not-by-agent", List.of(obstacle, command(run, phase)));
    }
    var answer =
        context.caller().version().isModern()
            ? answered(params, subject)
            : elicitation.ask(form(subject), flight);
    if (answer == null) {
      return required(subject);
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
    var meant = new CallContext(context.caller(), context.folder(), true);
    return Toolbox.result(toolBackend.run(meant, subject.approveRequest(arguments)));
  }

  private static String command(String run, String phase) {
    return "Ask the user to run it at a terminal of their own: tidemark approve "
        + CommandLines.word(phase)
        + " --run "
        + CommandLines.word(run);
  }

  /// The subject of the approval.
  ///
  /// @param digest its digest: the recorded phase, and its files byte for byte
  /// @param text the text shown to the user
  private record Subject(String run, String phase, String digest, String text) {
    /// Returns the subject of an approval, from its dry run.
    static Subject of(JsonObject rehearsal, String named) {
      var run = String.valueOf(rehearsal.string("run"));
      for (var event : rehearsal.objects("events")) {
        var evidence = event.object("evidence");
        var digest = evidence == null ? null : evidence.string("digest");
        if (evidence != null && digest != null) {
          var spelled = evidence.string("phase");
          var phase = spelled == null ? named : spelled;
          var question = "Approve the phase " + phase + " of the run " + run + "?";
          var text = ApprovalForm.text(question, digest, rehearsal);
          return new Subject(run, phase, digest, text);
        }
      }
      return new Subject(run, named, "", "");
    }

    boolean isExact() {
      return !digest.isEmpty();
    }

    /// Returns the request that approves this run's phase as it was shown, and nothing that has
    /// replaced it since.
    CommandRequest approveRequest(JsonObject arguments) {
      return ToolArguments.request(Tool.APPROVE, arguments.with("run", run)).option("seen", digest);
    }

    /// Returns the text that an answer is bound to: the form as it was shown.
    String question() {
      return text;
    }
  }

  /// Returns the result if the client does not support elicitation: the verb's own refusal, with
  /// the command that the user can type, unless the user has recorded that agents may approve for
  /// them.
  private JsonObject resultWithoutElicitation(CallContext context, CommandRequest request) {
    var result = Toolbox.result(toolBackend.run(context, request));
    var answer = result.object("structuredContent");
    var blockers = answer == null ? null : answer.array("blockers");
    if (!context.caller().version().isModern() || blockers == null || !result.isTrue("isError")) {
      return result;
    }
    var why = new StringBuilder("only the user can approve, and this client cannot ask them");
    for (var blocker : blockers.elements()) {
      if (blocker instanceof JsonObject one) {
        why.append(". ").append(one.string("hint"));
      }
    }
    var forms = JsonObject.builder().add("form", JsonObject.EMPTY).build();
    var needed = JsonObject.builder().add("elicitation", forms).build();
    throw new RpcError(
        RpcError.MISSING_CAPABILITY,
        why.toString(),
        JsonObject.builder().add("requiredCapabilities", needed).build());
  }

  /// Returns the user's answer that came with a call; null if there is none to this very question.
  private @Nullable JsonObject answered(JsonObject params, Subject subject) {
    var responses = params.object("inputResponses");
    var answer = responses == null ? null : responses.object(KEY);
    var token = params.string("requestState");
    return answer != null && token != null && seal().open(token, subject.question())
        ? answer
        : null;
  }

  private JsonObject required(Subject subject) {
    var request =
        JsonObject.builder()
            .add("method", "elicitation/create")
            .add("params", form(subject))
            .build();
    return JsonObject.builder()
        .add("resultType", "input_required")
        .add("inputRequests", JsonObject.builder().add(KEY, request).build())
        .add("requestState", seal().close(subject.question()))
        .build();
  }

  private static JsonObject form(Subject subject) {
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
        .add("message", subject.question())
        .add("requestedSchema", schema)
        .build();
  }

  /// Made when it is first needed: random numbers and cryptography take time to load.
  private synchronized SignedState seal() {
    var known = signedState;
    if (known == null) {
      known = new SignedState();
      signedState = known;
    }
    return known;
  }
}
