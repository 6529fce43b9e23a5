/// Ports to the outside of a store: git, programs, trackers, deployments and webhooks.
package dev.tidemark.world;
