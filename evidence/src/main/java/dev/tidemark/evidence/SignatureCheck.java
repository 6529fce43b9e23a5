package dev.tidemark.evidence;

import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.evidence.signature.SignatureResult;
import dev.tidemark.evidence.signature.SshSignatures;
import java.util.List;

/// Signature check of a receipt, with the signers that the base branch allows.
@FunctionalInterface
public interface SignatureCheck {
  /// Returns whether and how an envelope is signed.
  ///
  /// @param envelope the envelope, of which [Envelope#signedBytes] are signed
  /// @param receipt the receipt in it
  Result check(Envelope envelope, Receipt receipt);

  /// State of the signatures of a receipt.
  enum State {
    /// There are none.
    UNSIGNED("unsigned"),
    /// A signature does not belong to the receipt.
    INVALID("invalid"),
    /// It is signed.
    SIGNED("signed"),
    /// It is signed with a security key that a person has touched.
    TOUCHED("touched");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /// Returns its word for scripts.
    public String word() {
      return word;
    }
  }

  /// Result of a check. Of several signatures it is that of the best, but one that is not valid
  /// decides.
  ///
  /// @param state the state
  /// @param key the fingerprint of the key; empty for none
  /// @param principals who may sign with that key according to the base branch; none if no one may
  /// @param defect why it is not valid; empty if it is
  record Result(State state, String key, List<String> principals, String defect) {
    /// Without a signature.
    public static final Result UNSIGNED = new Result(State.UNSIGNED, "", List.of(), "");

    /// Takes its own copy of the names.
    public Result {
      principals = List.copyOf(principals);
    }

    /// Returns whether the key is one that the base branch allows.
    public boolean isTrusted() {
      return !principals.isEmpty();
    }

    /// Returns whether a person has touched a security key that the base branch allows.
    boolean isTrustedTouch() {
      return isTrusted() && state == State.TOUCHED;
    }

    private int rank() {
      int rank = state == State.UNSIGNED ? 0 : state == State.TOUCHED ? 2 : 1;
      return isTrusted() ? rank + 2 : rank;
    }
  }

  /// Returns the check with allowed signers. The time of a signature is that of the verdict.
  static SignatureCheck with(AllowedSigners signers) {
    return (envelope, receipt) -> {
      var best = Result.UNSIGNED;
      for (var signature : envelope.signatures()) {
        switch (envelope.verify(signature)) {
          case SignatureResult.Invalid invalid -> {
            return new Result(State.INVALID, "", List.of(), invalid.detail());
          }
          case SignatureResult.Valid valid -> {
            var key = valid.key();
            var principals = signers.principals(key, SshSignatures.NAMESPACE, receipt.proof().at());
            var state = valid.userPresent() ? State.TOUCHED : State.SIGNED;
            var result = new Result(state, key.fingerprint(), principals, "");
            best = result.rank() > best.rank() ? result : best;
          }
        }
      }
      return best;
    };
  }
}
