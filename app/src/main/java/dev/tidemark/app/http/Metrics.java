package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.DoubleSupplier;

/// Request metrics in the Prometheus text format. Safe for use by many threads.
final class Metrics {
  static final String TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final Counter requests;
  private final Counter seconds;
  private final Gauge open;

  /// @param listeners counts the open event streams
  Metrics(DoubleSupplier listeners) {
    this.requests =
        Counter.builder()
            .name("tidemark_http_requests_total")
            .help("Responses by route.")
            .labelNames("method", "route", "status")
            .withoutExemplars()
            .register(registry);
    this.seconds =
        Counter.builder()
            .name("tidemark_http_seconds_total")
            .help("Time spent on responses.")
            .labelNames("method", "route")
            .withoutExemplars()
            .register(registry);
    this.open =
        Gauge.builder()
            .name("tidemark_http_requests_open")
            .help("Requests in progress.")
            .withoutExemplars()
            .register(registry);
    gauge("tidemark_event_listeners", "Open event streams.", listeners);
    var memory = Runtime.getRuntime();
    gauge(
        "tidemark_heap_bytes",
        "Memory in use for objects.",
        () -> memory.totalMemory() - memory.freeMemory());
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  void enters() {
    open.inc();
  }

  /// Counts an answer.
  ///
  /// @param route the path template, so that the number of labels is bounded
  void leaves(String method, String route, int status, long time) {
    open.dec();
    boolean known = method.equals("GET") || method.equals("POST") || method.equals("DELETE");
    var label = known ? method : "other";
    requests.labelValues(label, route, Integer.toString(status)).inc();
    seconds.labelValues(label, route).inc(time / NANOS);
  }

  String text() throws IOException {
    var text = new ByteArrayOutputStream(4096);
    writer.write(text, registry.scrape());
    return text.toString(UTF_8);
  }
}
