package dev.tidemark.workflow.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What follows from a preview deployment.
class PreviewPolicyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "READY    | waits, required | none | the preview is ready",
        "READY    | optional | none | the preview is ready",
        "FAILED   | required | Vercel preview failed | the preview failed",
        "FAILED   | waits, optional | none | warning: the preview failed; shipping goes on",
        "UNKNOWN  | required | Vercel preview is not known | the outcome of the preview"
            + " is unknown",
        "UNKNOWN  | waits, optional | none | warning: the outcome of the preview is unknown",
        "BUILDING | waits, required | Vercel preview is not ready | the preview is not ready",
        "PENDING  | waits, optional | none | warning: the preview is not ready; shipping goes"
            + " on",
        "BUILDING | required | none | warning: the preview is not ready",
        "PENDING  | optional | none | not waited for"
      })
  void shipping_goes_on_unless_a_preview_is_required_and_is_not_there(
      Status status, String project, @Nullable String blocker, String said) {
    var previewPolicy =
        new PreviewPolicy(true, project.contains("waits"), project.contains("required"));

    assertThat(previewPolicy.of(status)).isEqualTo(new PreviewPolicy.ShipEffect(blocker, said));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "required | found | Vercel preview timed out after 1500 ms | the preview was not ready in"
            + " time",
        "required | none  | Vercel preview timed out after 1500 ms: there is no deployment | there"
            + " is no preview",
        "optional | found | none | warning: the preview was not ready in time; shipping goes on",
        "optional | none  | none | warning: there is no preview; shipping goes on"
      })
  void waiting_in_vain_stops_only_what_requires_a_preview(
      String required, @Nullable String found, @Nullable String blocker, String said) {
    var previewPolicy = new PreviewPolicy(true, true, required.equals("required"));

    assertThat(previewPolicy.timedOut(Duration.ofMillis(1_500), found != null))
        .isEqualTo(new PreviewPolicy.ShipEffect(blocker, said));
  }

  @ParameterizedTest
  @EnumSource
  void where_previews_are_off_nothing_follows(Status status) {
    assertThat(PreviewPolicy.OFF.of(status))
        .isEqualTo(new PreviewPolicy.ShipEffect(null, "previews are not enabled"));
    assertThat(new PreviewPolicy(false, true, true).of(status).blocker()).isNull();
  }
}
