package dev.tidemark.evidence.signature;

/// Invalid signature, key or line: carries the reason from a parser to [SshSignatures] and
/// [AllowedSigners], which return it.
final class InvalidSignatureException extends Exception {
  private static final long serialVersionUID = 1;

  private final SignatureResult.Reason reason;
  private final String detail;

  InvalidSignatureException(SignatureResult.Reason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
    this.detail = detail;
  }

  SignatureResult.Invalid result() {
    return new SignatureResult.Invalid(reason, detail);
  }
}
