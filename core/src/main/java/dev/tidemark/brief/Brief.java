package dev.tidemark.brief;

import dev.tidemark.brief.check.Check;
import dev.tidemark.handoff.ResumeWarning;
import java.util.List;

/// Handoff brief of a run: its state for the next session, and the results of the checks behind it.
///
/// Most of the text comes from project files and is untrusted: [BriefText] marks it as data.
///
/// @param subject which run it is, and how far it has come
/// @param verdict the verdict
/// @param known completed work, decisions, files to read
/// @param checks the checks made, in a fixed order
/// @param doubts warnings against continuing, the deciding one first
/// @param offers the phases to resume at instead, in the order of the workflow
/// @param said lines that the format fixes word by word
public record Brief(
    BriefHeader subject,
    Verdict verdict,
    BriefContent known,
    List<Check> checks,
    List<ResumeWarning> doubts,
    List<ResumeOption> offers,
    List<String> said) {
  /// Returns the next step: one or two sentences with its commands. It may quote names from files.
  public String now() {
    return new NextStep(this).text();
  }

  /// Takes its own copies of the lists.
  public Brief {
    checks = List.copyOf(checks);
    doubts = List.copyOf(doubts);
    offers = List.copyOf(offers);
    said = List.copyOf(said);
  }
}
