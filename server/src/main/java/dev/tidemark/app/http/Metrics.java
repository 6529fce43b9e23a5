package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.http.exchange.Exchange;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
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
  private final boolean several;

  /// @param listeners counts the open event streams
  /// @param several whether requests have the label of their project
  Metrics(DoubleSupplier listeners, boolean several) {
    this.several = several;
    this.requests =
        Counter.builder()
            .name("tidemark_http_requests_total")
            .help("Responses by route.")
            .labelNames(labels("method", "route", "status"))
            .withoutExemplars()
            .register(registry);
    this.seconds =
        Counter.builder()
            .name("tidemark_http_seconds_total")
            .help("Time spent on responses.")
            .labelNames(labels("method", "route"))
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

  private String[] labels(String... names) {
    return several ? with("project", names) : names;
  }

  private static String[] with(String more, String... texts) {
    var all = Arrays.copyOf(texts, texts.length + 1);
    all[texts.length] = more;
    return all;
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
  /// @param visit its route is the path template, so that the number of labels is bounded
  void leaves(Exchange visit, long time) {
    var method = visit.method();
    open.dec();
    boolean known = method.equals("GET") || method.equals("POST") || method.equals("DELETE");
    var label = known ? method : "other";
    var status = Integer.toString(visit.status());
    requests.labelValues(values(visit, label, visit.route(), status)).inc();
    seconds.labelValues(values(visit, label, visit.route())).inc(time / NANOS);
  }

  private String[] values(Exchange visit, String... values) {
    return several ? with(visit.project(), values) : values;
  }

  String text() throws IOException {
    var text = new ByteArrayOutputStream(4096);
    writer.write(text, registry.scrape());
    return text.toString(UTF_8);
  }
}
