package dev.tidemark.port;

import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import org.jspecify.annotations.Nullable;

/// A deployment of one commit.
///
/// @param status how far it has come
/// @param url the URL of the deployment; absent if unknown
/// @param id the service's id; absent if unknown
/// @param productionUrl the public URL of the same commit; absent if it has none
public record Deployment(
    Status status, @Nullable String url, @Nullable String id, @Nullable String productionUrl) {}
