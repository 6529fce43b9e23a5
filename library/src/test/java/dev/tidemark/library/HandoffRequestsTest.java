package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work goes out to workers.
class HandoffRequestsTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");
  private static final String FILE = "implement-auth.json";

  @TempDir private Path folder;
  private Desk desk;
  private Project project;

  @BeforeEach
  void prepare() {
    desk = Desk.in(folder);
    project = Project.around(desk.scratch.root(), desk.scratch.environment(System.getenv())).open();
    desk.manager.updatePhase(
        "implement",
        "research",
        Desk.json(
            """
            {"status":"complete","context_summary":"Tokens live in src/auth.",\
            "files_created":["docs/auth.md"],"decisions":["Sign with RS256"]}\
            """),
        "auth");
    desk.manager.updatePhase(
        "implement", "validation", Desk.json("{\"status\":\"in_progress\"}"), "auth");
  }

  @Proves({"R-004-50", "R-004-58"})
  @Test
  void a_request_says_what_the_run_knows_and_what_the_orchestrator_adds() {
    var said =
        new Assignment()
            .mode("eval")
            .instructions("Test it")
            .relevantFiles(List.of("src/a.ts", "docs/auth.md"))
            .constraints(List.of("No network"))
            .json()
            .with("priority", "high");

    var request =
        ((ContractCheck.Accepted<HandoffRequest>)
                project.handoffs().request(project.state(), RUN, null, said))
            .value();

    assertThat(request.json())
        .isEqualTo(
            Desk.json(
                """
                {"task_id":"state/implement/auth/validation","phase":"validate","mode":"eval",
                 "context":{"feature":"auth","spec_path":null,
                            "relevant_files":["src/a.ts","docs/auth.md"],
                            "constraints":["No network","Sign with RS256"],
                            "previous_summary":"Tokens live in src/auth."},
                 "instructions":"Test it","expected_output":"validation_result","priority":"high"}\
                """));
  }

  @Proves({"R-004-51", "R-004-52"})
  @Test
  void a_request_that_lacks_something_is_not_made() {
    var document = desk.document(FILE);
    var phases = document.object("phases");
    var research = phases.object("research").with("context_summary", Desk.words(501));
    desk.put(FILE, document.with("phases", phases.with("research", research)).toString());

    var contractCheck = project.handoffs().request(project.state(), RUN, null, JsonObject.EMPTY);

    assertThat(contractCheck).isInstanceOf(ContractCheck.Rejected.class);
    assertThat(((ContractCheck.Rejected<HandoffRequest>) contractCheck).blockers())
        .extracting(Blocker::reason)
        .anyMatch(reason -> reason.contains("mode must be one of"))
        .anyMatch(reason -> reason.contains("instructions"))
        .contains("Context summary exceeds 500 token limit (actual: 501 tokens)");
  }

  @Test
  void a_run_without_a_document_has_nothing_to_make_a_request_of() {
    var unknown = new CheckpointId("state", "implement", "unknown");

    var contractCheck =
        project.handoffs().request(project.state(), unknown, null, JsonObject.EMPTY);

    assertThat(((ContractCheck.Rejected<HandoffRequest>) contractCheck).blockers())
        .extracting(Blocker::code)
        .containsExactly("no-document");
  }
}
