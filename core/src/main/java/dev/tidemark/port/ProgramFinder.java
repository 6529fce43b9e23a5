package dev.tidemark.port;

/// Program lookup port: which programs can be started.
@FunctionalInterface
public interface ProgramFinder {
  /// Returns whether there is a program of that name.
  boolean has(String name);
}
