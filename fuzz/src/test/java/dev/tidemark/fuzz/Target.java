package dev.tidemark.fuzz;

/// Something that reads what others have written.
///
/// Every input either is understood, or is refused with one of the exceptions that its reader
/// promises: the target catches those. Whatever else comes out is a defect.
@FunctionalInterface
public interface Target extends AutoCloseable {
  /// Reads an input.
  ///
  /// @throws Exception where the reader breaks its promise
  void read(byte[] input) throws Exception;

  /// Gives back what it holds; most hold nothing.
  @Override
  default void close() {}
}
