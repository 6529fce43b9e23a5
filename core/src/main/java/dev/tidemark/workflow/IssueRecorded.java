package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.util.List;

/// Gate condition: the run has an issue in Linear (R-004-63, R-004-64). Open where the project has
/// no Linear, and where Linear's own automation is in use.
public record IssueRecorded() implements Condition {
  /// The code of the blocker until the issue is created.
  public static final String DUE = "due-issue";

  private static final String IDENTIFIER = "linear.identifier";

  @Override
  public String text() {
    return "an issue is recorded for the run";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return List.of(GateContext.SERVICES);
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var policy = gateContext.services();
    if (!policy.isKnown()) {
      return GateContext.unknownServices(policy.reason());
    }
    var known = policy.orElse(ServicePolicy.OFF);
    if (!known.issues() || known.isNative() || hasIssue(gateContext)) {
      return List.of();
    }
    var make = CommandLines.of("issue", gateContext.id());
    return List.of(
        Blocker.refused(DUE, "no issue is recorded for this run", "Create it in Linear: " + make));
  }

  @Override
  public List<Notice> notices(GateContext gateContext) {
    var known = gateContext.services().orElse(ServicePolicy.OFF);
    return known.issues() && !hasIssue(gateContext)
        ? List.of(
            new Notice(
                "no-issue",
                "no issue was created: linear.use_native_automation is true; to create one: "
                    + CommandLines.of("issue", gateContext.id())))
        : List.of();
  }

  private static boolean hasIssue(GateContext gateContext) {
    var checkpoint = gateContext.checkpoint();
    if (checkpoint != null) {
      for (var documentField : checkpoint.details()) {
        if (documentField.name().equals(IDENTIFIER) && !documentField.text().isBlank()) {
          return true;
        }
      }
    }
    return false;
  }
}
