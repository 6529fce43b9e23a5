package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Cursors;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps one cursor for as long as the test lives.
public final class Shelf implements Cursors {
  final Map<CheckpointId, Long> last = new HashMap<>();
  public Backoff trouble = Backoff.NONE;
  public boolean taken;
  public boolean closed;

  @Override
  public @Nullable Cursor lock(String listener, Instant since) {
    closed = false;
    return taken ? null : read(listener, since);
  }

  @Override
  public Cursor read(String listener, Instant since) {
    return new Cursor() {
      @Override
      public long lastDelivered(CheckpointId run) {
        return last.getOrDefault(run, -1L);
      }

      @Override
      public Instant since() {
        return since;
      }

      @Override
      public void advance(CheckpointId run, long sequence) {
        last.put(run, sequence);
      }

      @Override
      public Backoff backoff() {
        return trouble;
      }

      @Override
      public void backoff(Backoff now) {
        trouble = now;
      }

      @Override
      public void close() {
        closed = true;
      }
    };
  }
}
