package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change.KeepReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What services say of one thing does not stay when they speak of another.
class ServiceReportsTest {
  private final Run run = Run.of("ship", "auth");

  @BeforeEach
  void begin() {
    run.update("scope", "{\"status\":\"in_progress\"}");
  }

  @Test
  @Proves("R-004-72")
  void a_report_on_a_deployment_takes_the_place_of_the_one_before() {
    run.after(
        new KeepReport(
            "vercel",
            Run.json(
                "{\"preview_status\":\"ready\",\"preview_url\":\"old\",\"deployment_id\":\"1\","
                    + "\"production_url\":\"prod\",\"mine\":7}")));

    run.after(
        new KeepReport(
            "vercel", Run.json("{\"preview_status\":\"failed\",\"deployment_id\":\"2\"}")));

    assertThat(run.root().object("vercel"))
        .hasToString("{\"preview_status\":\"failed\",\"deployment_id\":\"2\",\"mine\":7}");
  }

  @Test
  @Proves("R-004-63")
  void another_issue_has_not_the_address_of_the_one_before() {
    run.after(
        new KeepReport(
            "linear", Run.json("{\"identifier\":\"BAS-7\",\"url\":\"seven\",\"priority\":1}")));

    run.after(new KeepReport("linear", Run.json("{\"identifier\":\"BAS-7\"}")));
    assertThat(run.root().object("linear"))
        .hasToString("{\"identifier\":\"BAS-7\",\"url\":\"seven\",\"priority\":1}");
    run.after(new KeepReport("linear", Run.json("{\"identifier\":\"BAS-8\"}")));

    assertThat(run.root().object("linear"))
        .hasToString("{\"identifier\":\"BAS-8\",\"priority\":1}");
  }
}
