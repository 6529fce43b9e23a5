package dev.tidemark.checkpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that is said of a run and that a gate may depend on.
///
/// A claim that stands in a document is only said; one that stands in the journal is a [Proof].
public sealed interface Claim {
  /// Returns the stable word by which journals and scripts know this kind of claim.
  String word();

  /// Returns what it is about. A later claim about the same takes the place of an earlier one.
  String subject();

  /// Somebody judged, for a gate that asks for a judgement.
  ///
  /// @param gate the name of the gate
  /// @param passed whether the gate may open
  /// @param blockers what speaks against it, one sentence each
  /// @param position what was judged
  record Verdict(String gate, boolean passed, List<String> blockers, Position position)
      implements Claim {
    /// The word of it.
    public static final String WORD = "verdict";

    /// Takes its own copy of the blockers.
    public Verdict {
      blockers = List.copyOf(blockers);
    }

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return gate;
    }
  }

  /// A command ran to its end, for a gate that asks for its success.
  ///
  /// @param gate the name of the gate
  /// @param command the words of the command
  /// @param exit its exit code; negative if it had to be stopped
  /// @param position what it ran with
  /// @param program the file that was run; absent in entries of earlier versions
  record CommandRun(
      String gate, List<String> command, int exit, Position position, @Nullable String program)
      implements Claim {
    /// The word of it.
    public static final String WORD = "command";

    /// Takes its own copy of the words.
    public CommandRun {
      command = List.copyOf(command);
    }

    /// Takes a run of a program that was not recorded.
    public CommandRun(String gate, List<String> command, int exit, Position position) {
      this(gate, command, exit, position, null);
    }

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return gate;
    }
  }

  /// A person approved of a phase.
  ///
  /// @param phase the phase
  /// @param how how they were seen to be a person, in a word: `terminal`, `interaction`, `login`,
  ///   `policy`
  /// @param digest names exactly what was approved; empty for an approval that stood in a document
  ///   when its recording began
  /// @param files the files whose content the digest covers, from the project root
  record Approval(PhaseName phase, String how, String digest, List<String> files) implements Claim {
    /// The word of it.
    public static final String WORD = "approval";

    /// Takes its own copy of the files.
    public Approval {
      files = List.copyOf(files);
    }

    /// An approval that covers no files.
    public Approval(PhaseName phase, String how, String digest) {
      this(phase, how, digest, List.of());
    }

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return phase.value();
    }
  }

  /// A person looked at a phase and requested changes instead of approving it. It takes the place
  /// of an earlier approval of the phase, and a later approval takes its place.
  ///
  /// @param phase the phase
  /// @param how how they were seen to be a person, as for an approval
  /// @param comment what is to be changed
  record ChangesRequested(PhaseName phase, String how, String comment) implements Claim {
    /// The word of it.
    public static final String WORD = "changes-requested";

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return phase.value();
    }
  }

  /// Somebody went on although a gate was closed.
  ///
  /// @param gate the name of the gate
  /// @param reason why, in their own words
  /// @param position what it was about
  record Bypass(String gate, String reason, Position position) implements Claim {
    /// The word of it.
    public static final String WORD = "bypass";

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return gate;
    }
  }

  /// A phase was begun or ended, its gates being open; recorded where a workflow has gates.
  ///
  /// @param phase the phase; absent for the run as a whole
  /// @param ended whether it ended, else it began
  /// @param commit what was checked out; absent outside git
  record Passage(@Nullable PhaseName phase, boolean ended, @Nullable String commit)
      implements Claim {
    /// The word of it.
    public static final String WORD = "passage";

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return (ended ? "end " : "begin ") + (phase == null ? "" : phase.value());
    }
  }

  /// The gates of a phase were asked and open although the phase did not pass them itself: it was
  /// skipped, left out, or set to complete in the file, and something after it was asked for.
  ///
  /// @param phase the phase
  /// @param commit what was checked out; absent outside git
  record Cleared(PhaseName phase, @Nullable String commit) implements Claim {
    /// The word of it.
    public static final String WORD = "cleared";

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return phase.value();
    }
  }
}
