package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.store.Redaction;
import dev.tidemark.stores.journal.Erasure;
import dev.tidemark.stores.journal.JournalLine;
import dev.tidemark.text.Erased;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Takes secrets out of journals. A head is never rewritten.
final class FileRedaction implements Redaction {
  private final Desk desk;
  private final Segments segments;
  private final Chain chain;

  FileRedaction(Desk desk, Segments segments, Chain chain) {
    this.desk = desk;
    this.segments = segments;
    this.chain = chain;
  }

  @Override
  public Traces find(CheckpointId id, Erased secret) {
    try (var _ = Undisturbed.begin()) {
      desk.home().check();
      var target = desk.targets().of(id);
      var walk = new Walk(target, secret, Map.of());
      chain.walk(target, walk);
      return new Traces(
          List.copyOf(walk.tainted),
          walk.notes,
          walk.heads,
          torn(target, secret).size(),
          walk.evidence);
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  @Override
  public void erase(CheckpointId id, Erased secret, Map<Long, String> notes) {
    try (var _ = Undisturbed.begin()) {
      desk.home().check();
      var target = desk.targets().forWriting(id);
      try (var _ = desk.lock(id, target.path())) {
        desk.publisher().sweepRecord(target);
        erase(target, secret, notes);
      }
    } catch (IOException failure) {
      throw Failures.unprunable(id, failure);
    }
  }

  private void erase(Target target, Erased secret, Map<Long, String> notes) throws IOException {
    var walk = new Walk(target, secret, notes);
    chain.walk(target, walk);
    // The newest first: a state that is told anew must be there before the one is dropped that it
    // was told from.
    var numbers = segments.numbers(target.journal());
    for (int i = numbers.length - 1; i >= 0; i--) {
      var file = Segments.file(target.journal(), numbers[i]);
      var bytes = chain.read(file);
      var clean = rewritten(file, bytes, walk);
      if (!Arrays.equals(clean, bytes)) {
        segments.replace(target, file, clean);
      }
    }
    for (var torn : torn(target, secret)) {
      desk.io().unlink(torn);
      desk.io().forceDir(target.journal());
    }
  }

  private static byte[] rewritten(Path file, byte[] bytes, Walk walk) {
    var out = new ByteArrayOutputStream(bytes.length);
    boolean isHeader = true;
    int begin = 0;
    for (int end = Segments.lineEnd(bytes, 0); end >= 0; end = Segments.lineEnd(bytes, begin)) {
      var line = isHeader ? null : Segments.read(file, bytes, begin, end);
      var clean = line == null ? null : walk.rewritten(line);
      if (clean == null) {
        out.write(bytes, begin, end + 1 - begin);
      } else {
        out.writeBytes(clean.bytes());
      }
      isHeader = false;
      begin = end + 1;
    }
    out.write(bytes, begin, bytes.length - begin);
    return out.toByteArray();
  }

  /// What a crash has torn off a journal is kept beside it.
  private List<Path> torn(Target target, Erased secret) throws IOException {
    var torn = new ArrayList<Path>();
    for (var name : desk.io().list(target.journal())) {
      var file = target.journal().resolve(name);
      if (name.contains(".jsonl.") && secret.isIn(chain.read(file))) {
        torn.add(file);
      }
    }
    return torn;
  }

  /// Rebuilds every state and notes what has to become of it.
  private static final class Walk implements Chain.Visitor {
    final Set<Long> tainted = new TreeSet<>();
    final Map<Long, String> notes = new HashMap<>();
    final List<Long> heads = new ArrayList<>();
    Evidence evidence = Evidence.NONE;
    private final Target target;
    private final Erased secret;
    private final Erasure erasure;
    private final Map<Long, String> vouched;
    private final Map<Long, byte[]> restated = new HashMap<>();
    private final Set<Long> altered = new HashSet<>();
    private byte @Nullable [] bytes;
    private boolean known = true;
    private boolean dropped;

    Walk(Target target, Erased secret, Map<Long, String> vouched) {
      this.target = target;
      this.secret = secret;
      this.erasure = new Erasure(secret);
      this.vouched = vouched;
    }

    @Override
    public void visit(JournalLine line) {
      long sequence = line.head().sequence();
      if (line.headSays(secret)) {
        heads.add(sequence);
      }
      notes(line, sequence);
      boolean pruned = line.body().isPruned();
      known = !pruned && (known || line.body().standsAlone());
      if (!known) {
        bytes = null;
        dropped = true;
        return;
      }
      boolean alone = line.body().standsAlone();
      bytes = Archive.after(target, line, bytes);
      boolean holds = bytes != null && secret.isIn(bytes);
      if (holds) {
        tainted.add(sequence);
      } else if (dropped && !alone && bytes != null) {
        restated.put(sequence, bytes);
      }
      dropped = holds;
    }

    private void notes(JournalLine line, long sequence) {
      var text = line.body().notesText();
      var clean = erasure.notes(text);
      if (!clean.equals(text)) {
        var digest = line.altered(clean).body().notesDigest();
        notes.put(sequence, digest);
        if (digest.equals(vouched.get(sequence))) {
          altered.add(sequence);
        }
      }
      evidence = erasure.evidence(line.body().notes().evidence());
    }

    /// Returns what a record has to become; absent if it stays.
    @Nullable JournalLine rewritten(JournalLine line) {
      long sequence = line.head().sequence();
      var clean = line;
      if (tainted.contains(sequence)) {
        clean = clean.pruned();
      }
      var full = restated.get(sequence);
      if (full != null) {
        clean = clean.restated(full);
      }
      if (altered.contains(sequence)) {
        clean = clean.altered(erasure.notes(line.body().notesText()));
      }
      return clean == line ? null : clean;
    }
  }
}
