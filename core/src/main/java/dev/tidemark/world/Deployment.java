package dev.tidemark.world;

import dev.tidemark.workflow.Preview.Status;
import org.jspecify.annotations.Nullable;

/// A deployment of one commit.
///
/// @param status how far it has come
/// @param url where it can be seen; absent if nobody said so
/// @param id what the service calls it; absent if nobody said so
/// @param productionUrl where the same commit is seen by everybody; absent if it is not
public record Deployment(
    Status status, @Nullable String url, @Nullable String id, @Nullable String productionUrl) {}
