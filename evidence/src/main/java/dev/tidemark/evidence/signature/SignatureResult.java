package dev.tidemark.evidence.signature;

/// Result of a signature verification: valid, with the key and its flags, or invalid for a reason.
///
/// Valid means that the holder of the key has signed these bytes in this namespace. Whether the key
/// counts is for [AllowedSigners] to answer.
public sealed interface SignatureResult {
  /// The signature is that of the message.
  ///
  /// @param key the key that has signed
  /// @param userPresent whether a person has touched the security key for this signature (flag UP
  ///   of FIDO2, PROTOCOL.u2f of OpenSSH); never for a key in a file
  /// @param userVerified whether the security key has verified a PIN or fingerprint for it (flag
  ///   UV)
  record Valid(SshPublicKey key, boolean userPresent, boolean userVerified)
      implements SignatureResult {}

  /// The signature is not one of the message.
  ///
  /// @param reason the kind of defect
  /// @param detail the defect, as a sentence without a full stop; it repeats no text of the
  ///   signature but names in printable ASCII
  record Invalid(Reason reason, String detail) implements SignatureResult {}

  /// The kinds of defects.
  enum Reason {
    /// The text is not an armored SSH signature.
    NOT_ARMORED,
    /// A structure has a wrong length, a trailing byte, a value out of range or with a second
    /// encoding.
    MALFORMED,
    /// The version, key type, hash or signature algorithm is not supported.
    UNSUPPORTED,
    /// The key is too short.
    WEAK_KEY,
    /// The signature was made for another purpose.
    WRONG_NAMESPACE,
    /// The signature belongs to another message or another key.
    MISMATCH
  }
}
