package dev.tidemark.evidence.signature;

import dev.tidemark.checkpoint.Diagnostic;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Allowed signers file of OpenSSH (ssh-keygen(1), section ALLOWED SIGNERS): which principal may
/// sign with which key, for which purposes, and when.
///
/// A line that is not understood, and one of a certificate authority, allows nothing and is a
/// diagnostic; the other lines count, as they do for `ssh-keygen`.
public final class AllowedSigners {
  private final List<AllowedSigner> lines;
  private final List<Diagnostic> diagnostics;

  private AllowedSigners(List<AllowedSigner> lines, List<Diagnostic> diagnostics) {
    this.lines = List.copyOf(lines);
    this.diagnostics = List.copyOf(diagnostics);
  }

  /// Parses a file.
  ///
  /// @param path the path, for diagnostics
  /// @param text its content
  /// @param zone the zone of times without `Z`: that of the machine for `ssh-keygen`
  public static AllowedSigners parse(String path, String text, ZoneId zone) {
    var lines = new ArrayList<AllowedSigner>();
    var diagnostics = new ArrayList<Diagnostic>();
    int number = 0;
    for (var line : text.split("\n", -1)) {
      number++;
      try {
        var signer = AllowedSigner.parse(line, zone);
        if (signer != null) {
          lines.add(signer);
        }
      } catch (InvalidSignatureException e) {
        diagnostics.add(
            new Diagnostic(
                Diagnostic.Severity.WARNING,
                "allowed-signers",
                path + ":" + number,
                "this line allows nothing: " + e.result().detail(),
                "correct or remove the line"));
      }
    }
    return new AllowedSigners(lines, diagnostics);
  }

  /// Returns the principals that may sign with the key, in the order of the file: names, or
  /// patterns as the file has them. Empty if none may.
  ///
  /// @param namespace the purpose, usually [SshSignatures#NAMESPACE]
  /// @param time the time of the signature
  public List<String> principals(SshPublicKey key, String namespace, Instant time) {
    var principals = new LinkedHashSet<String>();
    for (var line : lines) {
      if (line.allows(key, namespace, time)) {
        principals.addAll(line.principals());
      }
    }
    return List.copyOf(principals);
  }

  /// Returns whether a principal may sign with the key.
  ///
  /// @param principal the name, usually an address
  /// @param namespace the purpose, usually [SshSignatures#NAMESPACE]
  /// @param time the time of the signature
  public boolean allows(String principal, SshPublicKey key, String namespace, Instant time) {
    for (var line : lines) {
      if (line.isOf(principal) && line.allows(key, namespace, time)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the lines that allow nothing, each with its number and the reason.
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
