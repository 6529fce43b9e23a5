package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Archives;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.AuxiliaryFiles;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.Redaction.Traces;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.store.maintenance.UncleanedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Redaction: removes a secret from a run, its document, journal, archived copies and residual
/// files, and from auxiliary files. Off every hot path.
public final class Redactor {
  private final CheckpointStore store;
  private final Redaction redaction;
  private final Archives archives;
  private final ResidualFiles residualFiles;
  private final AuxiliaryFiles auxiliaryFiles;
  private final ProjectContext projectContext;

  /// Takes the places to redact, and the project context.
  ///
  /// @param redaction takes secrets out of journals
  /// @param archives keeps compressed copies
  /// @param residualFiles the residual files of runs
  /// @param auxiliaryFiles the auxiliary files
  public Redactor(
      CheckpointStore store,
      Redaction redaction,
      Archives archives,
      ResidualFiles residualFiles,
      AuxiliaryFiles auxiliaryFiles,
      ProjectContext projectContext) {
    this.store = store;
    this.redaction = redaction;
    this.archives = archives;
    this.residualFiles = residualFiles;
    this.auxiliaryFiles = auxiliaryFiles;
    this.projectContext = projectContext;
  }

  /// Matches found and, except in a dry run, redacted.
  ///
  /// @param traces the matches in the record
  /// @param document whether the document held it
  /// @param named whether the name of the run holds it: then nothing was written
  /// @param otherFiles the matches beside both
  public record RedactionResult(
      Traces traces, boolean document, boolean named, OtherFiles otherFiles) {
    /// Returns whether there was nothing to clean.
    public boolean isEmpty() {
      return traces.isEmpty() && !document && otherFiles.isEmpty();
    }
  }

  /// Matches outside documents and journals.
  ///
  /// @param copies the archived copies that held it, and are removed
  /// @param files the other files that held it, from the project root
  /// @param uncleaned the files that may still hold it
  public record OtherFiles(
      List<Archived> copies, List<String> files, List<UncleanedFile> uncleaned) {
    /// Takes its own copies.
    public OtherFiles {
      copies = List.copyOf(copies);
      files = List.copyOf(files);
      uncleaned = List.copyOf(uncleaned);
    }

    /// Returns whether there was nothing to clean.
    public boolean isEmpty() {
      return copies.isEmpty() && files.isEmpty();
    }
  }

  /// Cleans a run. Names and the paths derived from them cannot be altered: a run whose name holds
  /// the secret is left unchanged, because half of its name would be another run.
  ///
  /// @throws FormatException if the document could not be read any more without the secret; nothing
  ///   was written
  /// @throws dev.tidemark.store.StoreException if the store fails; the finished part stays done,
  ///   and a repeated call does the rest
  public RedactionResult redact(Run run, RedactedSecret secret, Caller by) {
    var id = run.id();
    // The document first: if a concurrent change is recorded after it was found, the write below is
    // refused.
    var document = store.find(id).orElse(LoadedState.NOTHING);
    var traces = redaction.find(id, secret);
    var text = document.exists() ? document.text() : null;
    boolean held = text != null && secret.isIn(text);
    boolean named = isNamed(run, held ? text : null, secret);
    var found = new RedactionResult(traces, held, named, cleanOtherFiles(run, document, secret));
    if (named || by.mode() == ChangeMode.DRY_RUN || found.isEmpty()) {
      return found;
    }
    if (held || !traces.isEmpty()) {
      var event = new Event.Redacted(traces.states(), traces.notes());
      var recordMetadata =
          new RecordMetadata(projectContext.now(), by.actor(), List.of(event), traces.evidence());
      var documentWrite =
          text != null && held
              ? new DocumentWrite(id, secret.cleaned(text), document.revision(), recordMetadata)
              : DocumentWrite.note(id, document.revision(), recordMetadata);
      store.replace(documentWrite.ifUnchangedSince(document));
      redaction.erase(id, secret, traces.notes());
      projectContext.recordChange(id);
    }
    if (document.syncState() == Document.SyncState.EDITED
        && !redaction.find(id, secret).notes().isEmpty()) {
      // The write has recorded the edit too, with the notes of the entry before.
      redact(run, secret, by);
    }
    var left = new ArrayList<>(found.otherFiles().uncleaned());
    var copies = removed(found.otherFiles().copies(), left);
    if (!found.otherFiles().files().isEmpty()) {
      // Remains of an interrupted writer are redacted under the lock of the run, or left to an
      // active one.
      store.repair(id);
      found.otherFiles().files().forEach(file -> residualFiles.redact(id, file, secret));
    }
    return new RedactionResult(
        traces, held, false, new OtherFiles(copies, found.otherFiles().files(), left));
  }

  private List<Archived> removed(List<Archived> copies, List<UncleanedFile> left) {
    var removed = new ArrayList<Archived>();
    for (var copy : copies) {
      try {
        archives.remove(copy);
        removed.add(copy);
      } catch (ForbiddenException outside) {
        // A retry could not succeed, and the remaining places are redacted nevertheless.
        left.add(new UncleanedFile(copy.path(), UncleanedFile.Reason.FOREIGN));
      }
    }
    return removed;
  }

  /// @param text the document, if it holds the secret
  /// @throws FormatException if the document could not be read any more without the secret
  private static boolean isNamed(Run run, @Nullable String text, RedactedSecret secret) {
    var id = run.id();
    boolean named = secret.isIn(id.toString()) || secret.isIn(run.dialect().locator().pathOf(id));
    if (named || text == null) {
      return named;
    }
    var format = run.dialect().format();
    var clean = format.decode(id, secret.cleaned(text)).checkpoint();
    return !clean.identity().equals(format.decode(id, text).checkpoint().identity());
  }

  private OtherFiles cleanOtherFiles(Run run, Document document, RedactedSecret secret) {
    var id = run.id();
    var left = new ArrayList<UncleanedFile>();
    if (document.exists() && document.text() == null) {
      left.add(new UncleanedFile(run.dialect().locator().pathOf(id), UncleanedFile.Reason.DAMAGED));
    }
    var copies = new ArrayList<Archived>();
    for (var copy : copies(id.dialect(), left)) {
      if (copy.id().equals(id) && containsSecret(copy, secret, left)) {
        copies.add(copy);
      }
    }
    var found = residualFiles.search(id, secret);
    left.addAll(found.uncleaned());
    return new OtherFiles(copies, found.matches(), left);
  }

  /// Returns the archived copies of a dialect; none if they cannot be listed, so that the secret is
  /// still redacted from the other files.
  private List<Archived> copies(String dialect, List<UncleanedFile> left) {
    try {
      return archives.list(dialect);
    } catch (StoreException unreadable) {
      left.add(new UncleanedFile(archives.folder(dialect), UncleanedFile.Reason.UNREADABLE));
      return List.of();
    }
  }

  private boolean containsSecret(Archived copy, RedactedSecret secret, List<UncleanedFile> left) {
    try {
      return secret.isIn(archives.read(copy));
    } catch (DamagedException unreadable) {
      // The content of a truncated copy is unknown.
      left.add(new UncleanedFile(copy.path(), UncleanedFile.Reason.DAMAGED));
      return false;
    } catch (StoreUnavailableException unreadable) {
      left.add(new UncleanedFile(copy.path(), UncleanedFile.Reason.UNREADABLE));
      return false;
    }
  }

  /// Redacts the auxiliary files, and the archived copies of otherwise unknown runs.
  ///
  /// @param runs the runs that were cleaned
  /// @param dialects the dialects whose archives are scanned
  /// @return the redacted files, and the failures
  public OtherFiles redactOthers(
      Set<CheckpointId> runs, List<String> dialects, RedactedSecret secret, ChangeMode changeMode) {
    var left = new ArrayList<UncleanedFile>();
    var copies = new ArrayList<Archived>();
    for (var dialect : dialects) {
      for (var copy : copies(dialect, left)) {
        if (!runs.contains(copy.id()) && containsSecret(copy, secret, left)) {
          copies.add(copy);
        }
      }
    }
    var found = auxiliaryFiles.search(secret);
    left.addAll(found.uncleaned());
    if (changeMode == ChangeMode.DRY_RUN) {
      return new OtherFiles(copies, found.matches(), left);
    }
    copies.removeIf(copy -> !isDone(() -> archives.remove(copy), copy.path(), left));
    var files = new ArrayList<>(found.matches());
    files.removeIf(file -> !isDone(() -> auxiliaryFiles.redact(file, secret), file, left));
    return new OtherFiles(copies, files, left);
  }

  private static boolean isDone(Runnable step, String path, List<UncleanedFile> left) {
    try {
      step.run();
      return true;
    } catch (StoreException failure) {
      left.add(new UncleanedFile(path, UncleanedFile.Reason.FOREIGN));
      return false;
    }
  }
}
