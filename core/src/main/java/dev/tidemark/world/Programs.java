package dev.tidemark.world;

/// Program lookup port: which programs can be started.
@FunctionalInterface
public interface Programs {
  /// Returns whether there is a program of that name.
  boolean has(String name);
}
