package dev.tidemark.history;

import org.jspecify.annotations.Nullable;

/// Work tree of a record, if several share a store.
///
/// @param tree identifies the work tree: machine and folder
/// @param label for people: `bob:shop`, the actor and the folder's name
/// @param commit the commit checked out there; absent outside git
public record Origin(String tree, String label, @Nullable String commit) {}
