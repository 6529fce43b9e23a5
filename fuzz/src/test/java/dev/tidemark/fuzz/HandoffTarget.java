package dev.tidemark.fuzz;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;

/// What an orchestrator and its workers send each other.
final class HandoffTarget implements Target {
  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    if (HandoffRequest.read(text, SummaryLimit.DEFAULT)
        instanceof ContractCheck.Accepted<HandoffRequest>(var request, var _)) {
      request.phase();
      request.mode();
      request.previousSummary();
      request.json();
      HandoffResponse.read(text, request, SummaryLimit.DEFAULT);
    }
    if (HandoffResponse.read(text, null, SummaryLimit.DEFAULT)
        instanceof ContractCheck.Accepted<HandoffResponse>(var response, var _)) {
      var phase = new PhaseName("design");
      response.decision();
      response.artifacts();
      response.change(phase);
      response.applied(phase);
      for (var policy : SummaryPolicy.values()) {
        response.withPolicy(policy, SummaryLimit.DEFAULT);
      }
    }
  }
}
