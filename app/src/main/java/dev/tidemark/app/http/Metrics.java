package dev.tidemark.app.http;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/// Request metrics in the Prometheus text format. Safe for use by many threads.
final class Metrics {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS = 1e9;

  private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> nanos = new ConcurrentSkipListMap<>();
  private final LongAdder inside = new LongAdder();
  private final IntSupplier listeners;

  Metrics(IntSupplier listeners) {
    this.listeners = listeners;
  }

  void enters() {
    inside.increment();
  }

  /// Counts an answer.
  ///
  /// @param route the path template, so that the number of labels is bounded
  void leaves(String method, String route, int status, long time) {
    inside.decrement();
    boolean known = method.equals("GET") || method.equals("POST") || method.equals("DELETE");
    var labels = "method=\"" + (known ? method : "other") + "\",route=\"" + route + "\"";
    add(requests, labels + ",status=\"" + status + "\"", 1);
    add(nanos, labels, time);
  }

  private static void add(Map<String, LongAdder> counts, String labels, long amount) {
    counts.computeIfAbsent(labels, any -> new LongAdder()).add(amount);
  }

  String text() {
    var text = new StringBuilder();
    head(text, "tidemark_http_requests_total", "counter", "Responses by route.");
    for (var each : requests.entrySet()) {
      line(text, "tidemark_http_requests_total{" + each.getKey() + "}", each.getValue().sum());
    }
    head(text, "tidemark_http_seconds_total", "counter", "Time spent on responses.");
    for (var each : nanos.entrySet()) {
      var seconds = String.format(Locale.ROOT, "%.6f", each.getValue().sum() / NANOS);
      text.append("tidemark_http_seconds_total{").append(each.getKey()).append("} ");
      text.append(seconds).append('\n');
    }
    head(text, "tidemark_http_requests_open", "gauge", "Requests in progress.");
    line(text, "tidemark_http_requests_open", inside.sum());
    head(text, "tidemark_event_listeners", "gauge", "Open event streams.");
    line(text, "tidemark_event_listeners", listeners.getAsInt());
    var memory = Runtime.getRuntime();
    head(text, "tidemark_heap_bytes", "gauge", "Memory in use for objects.");
    line(text, "tidemark_heap_bytes", memory.totalMemory() - memory.freeMemory());
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder text, String name, long value) {
    text.append(name).append(' ').append(value).append('\n');
  }
}
