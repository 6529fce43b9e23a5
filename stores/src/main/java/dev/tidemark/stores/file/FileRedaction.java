package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Redaction;
import dev.tidemark.stores.journal.Cleansing;
import dev.tidemark.text.Erased;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Redaction of journal files: replaces a secret in the entries of a run. A head is never
/// rewritten.
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
      var walk = new Cleansing(target.journal().toString(), secret, Map.of());
      chain.walk(target, walk);
      return walk.traces(torn(target, secret).size());
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
    var walk = new Cleansing(target.journal().toString(), secret, notes);
    chain.walk(target, walk);
    // The newest first: a rewritten full copy must exist before the state it depended on is
    // dropped.
    var numbers = segments.numbers(target.journal());
    for (int i = numbers.length - 1; i >= 0; i--) {
      var file = Segments.file(target.journal(), numbers[i]);
      var bytes = chain.read(file);
      var clean = rewritten(file, bytes, walk);
      if (!Arrays.equals(clean, bytes)) {
        segments.replace(file, clean);
      }
    }
    for (var torn : torn(target, secret)) {
      desk.io().unlink(torn);
      desk.io().forceDir(target.journal());
    }
  }

  private static byte[] rewritten(Path file, byte[] bytes, Cleansing walk) {
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

  /// Lines torn by a crash are kept in files beside the journal.
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
}
