package dev.tidemark.stores.journal;

import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pending document of a write, with the intermediate ones to be published before it.
public final class PendingDocument {
  private final byte @Nullable [] bytes;
  private final Revision revision;
  private final List<byte[]> via;

  private PendingDocument(byte @Nullable [] bytes, Revision revision, List<byte[]> via) {
    this.bytes = bytes;
    this.revision = revision;
    this.via = via;
  }

  /// Returns the document of a write; null if the document stays unchanged.
  ///
  /// @throws ForbiddenException if no file can hold one of the documents, or it is too large
  public static @Nullable PendingDocument of(DocumentWrite documentWrite) {
    var kind = documentWrite.kind();
    if (kind == DocumentWrite.Kind.NOTE || kind == DocumentWrite.Kind.ADOPT) {
      return null;
    }
    var via = documentWrite.intermediates();
    List<byte[]> intermediates = via.isEmpty() ? List.of() : new ArrayList<>(via.size());
    for (int i = 0; i < via.size(); i++) {
      intermediates.add(DocumentBytes.bytes(documentWrite.id(), via.get(i)));
    }
    if (kind == DocumentWrite.Kind.REMOVE) {
      return new PendingDocument(null, Revision.NONE, intermediates);
    }
    var bytes = DocumentBytes.bytes(documentWrite.id(), documentWrite.text());
    return new PendingDocument(bytes, DocumentBytes.revision(bytes), intermediates);
  }

  /// Returns the document as it was found, to be left alone.
  public static PendingDocument asFound(byte @Nullable [] bytes, Revision revision) {
    return new PendingDocument(bytes, revision, List.of());
  }

  /// Returns the same document without those on the way.
  public PendingDocument direct() {
    return via.isEmpty() ? this : new PendingDocument(bytes, revision, List.of());
  }

  /// Returns the document; absent for none.
  public byte @Nullable [] bytes() {
    return bytes;
  }

  /// Returns the revision of the document.
  public Revision revision() {
    return revision;
  }

  /// Returns the documents on the way.
  public List<byte[]> intermediateDocuments() {
    return via;
  }

  /// Returns the revisions of the intermediate documents.
  public List<Revision> intermediates() {
    if (via.isEmpty()) {
      return List.of();
    }
    var revisions = new ArrayList<Revision>(via.size());
    for (int i = 0; i < via.size(); i++) {
      revisions.add(DocumentBytes.revision(via.get(i)));
    }
    return revisions;
  }

  /// Returns whether nothing has to be published to come from there to here.
  public boolean isAt(Revision found) {
    return via.isEmpty() && revision.equals(found);
  }
}
