package dev.tidemark.evidence;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Change under test, read from git objects or from a work tree: the files that no tree of a
/// receipt covers, before and after it, and its tree.
///
/// @param name its name in messages: `the commit`, or `the work tree`
/// @param tree its git tree, without checkpoints and receipts
/// @param head the files of checkpoints, settings and receipts in the commit
/// @param before the same files in the newest commit that it shares with the base branch
/// @param base the same files in the base branch
/// @param earlier the receipts that commits of the change had and the commit has not, as text
/// @param digests the SHA-256 of a file of the commit, in hex; empty if there is no such file
public record CommittedChange(
    String name,
    String tree,
    List<CommittedFile> head,
    List<CommittedFile> before,
    List<CommittedFile> base,
    List<String> earlier,
    Function<String, Optional<String>> digests) {
  /// Takes its own copies of the lists.
  public CommittedChange {
    head = List.copyOf(head);
    before = List.copyOf(before);
    base = List.copyOf(base);
    earlier = List.copyOf(earlier);
  }
}
