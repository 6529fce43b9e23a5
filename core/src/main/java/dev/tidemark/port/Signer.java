package dev.tidemark.port;

import dev.tidemark.workflow.Blocker;

/// Signing port: signs with the key of the user.
@FunctionalInterface
public interface Signer {
  /// Signs a message. The user may have to enter a passphrase or to touch a security key.
  ///
  /// @param message the bytes to sign; those of a receipt, not of bulky data
  /// @param namespace the purpose, which becomes part of what is signed
  Result sign(byte[] message, String namespace);

  /// Result of signing.
  sealed interface Result {
    /// It was signed.
    ///
    /// @param signature the armored SSH signature
    record Signed(String signature) implements Result {}

    /// It was not signed.
    ///
    /// @param blocker the reason, and what would clear it
    record NotSigned(Blocker blocker) implements Result {}
  }
}
