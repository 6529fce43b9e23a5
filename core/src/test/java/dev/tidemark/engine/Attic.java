package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Evidence;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Archives;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.maintenance.AuxiliaryFiles;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.ResidualFiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is kept of runs beside their documents, in memory.
final class Attic implements Archives, Redaction, ResidualFiles, AuxiliaryFiles {
  static final String BROKEN = "broken";

  final Map<Archived, String> copies = new LinkedHashMap<>();
  final Map<String, String> files = new HashMap<>();
  final Map<String, String> auxiliaryFiles = new HashMap<>();
  final List<String> erased = new ArrayList<>();
  Traces traces = new Traces(List.of(), Map.of(), List.of(), 0, Evidence.NONE);
  boolean keeps = true;

  Archived copy(CheckpointId id, String text) {
    var path = "archive/" + id.workflow() + "-" + copies.size() + ".gz";
    var copy = new Archived(id, path, Workshop.START, text.length());
    copies.put(copy, text);
    return copy;
  }

  @Override
  public Optional<String> keep(CheckpointId id, String text, Instant at) {
    return keeps ? Optional.of(copy(id, text).path()) : Optional.empty();
  }

  @Override
  public List<Archived> list(String dialect) {
    return copies.keySet().stream().filter(it -> it.id().dialect().equals(dialect)).toList();
  }

  @Override
  public String read(Archived archived) {
    var text = copies.get(archived);
    if (text == null || text.equals(BROKEN)) {
      throw new DamagedException(archived.path(), "not whole");
    }
    return text;
  }

  @Override
  public void remove(Archived archived) {
    copies.remove(archived);
  }

  @Override
  public Traces find(CheckpointId id, RedactedSecret secret) {
    return traces;
  }

  @Override
  public void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes) {
    erased.add(id + " " + notes);
  }

  @Override
  public SearchResult search(CheckpointId id, RedactedSecret secret) {
    return held(files, secret);
  }

  private static SearchResult held(Map<String, String> files, RedactedSecret secret) {
    var holding = files.keySet().stream().filter(path -> secret.isIn(files.get(path))).toList();
    return new SearchResult(holding, List.of());
  }

  @Override
  public SearchResult search(RedactedSecret secret) {
    return held(auxiliaryFiles, secret);
  }

  @Override
  public void redact(String path, RedactedSecret secret) {
    auxiliaryFiles.put(path, secret.cleaned(auxiliaryFiles.get(path)));
  }

  @Override
  public void redact(CheckpointId id, String path, RedactedSecret secret) {
    files.put(path, secret.cleaned(files.get(path)));
  }
}
