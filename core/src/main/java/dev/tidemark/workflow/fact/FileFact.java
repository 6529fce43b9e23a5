package dev.tidemark.workflow.fact;

import java.time.Instant;

/// File metadata, without the content.
///
/// @param path from the project root, with `/` between folders
/// @param size in bytes
/// @param modifiedAt when it was last written, by the file system's clock
/// @param folder whether it is a folder
public record FileFact(String path, long size, Instant modifiedAt, boolean folder) {}
