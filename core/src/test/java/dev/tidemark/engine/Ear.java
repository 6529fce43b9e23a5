package dev.tidemark.engine;

import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Remembers what it was told.
public final class Ear implements Subscriber {
  public final List<Announcement> heard = new ArrayList<>();
  public final List<Duration> patience = new ArrayList<>();
  public Function<Announcement, DeliveryResult> answer = told -> DeliveryResult.ARRIVED;
  public String deaf = "";
  public int retries;

  @Override
  public String name() {
    return "ear";
  }

  @Override
  public boolean accepts(Announcement announcement) {
    return !announcement.event().equals(deaf);
  }

  @Override
  public int retries() {
    return retries;
  }

  @Override
  public DeliveryResult deliver(Announcement announcement, Duration left) {
    heard.add(announcement);
    patience.add(left);
    return answer.apply(announcement);
  }

  @Override
  public String preview(Announcement announcement) {
    return announcement.id();
  }

  public List<String> events() {
    return heard.stream().map(it -> it.event() + " " + it.phase()).toList();
  }
}
