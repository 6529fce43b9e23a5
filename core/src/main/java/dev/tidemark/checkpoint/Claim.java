package dev.tidemark.checkpoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Claim about a run that a gate may depend on: a verdict, a command result, an approval.
///
/// A claim in a document is unverified; one in the journal is a [dev.tidemark.history.Proof].
public sealed interface Claim {
  /// Returns the stable word for this kind of claim in journals and scripts.
  String word();

  /// Returns its subject. A later claim about the same takes the place of an earlier one.
  String subject();

  /// Verdict of a review, for a gate that requires one.
  ///
  /// @param gate the name of the gate
  /// @param passed whether the gate may open
  /// @param blockers the reasons against it, one sentence each
  /// @param position the reviewed commit and tree
  record Verdict(String gate, boolean passed, List<String> blockers, TreePosition position)
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

  /// Result of a command, for a gate that requires its success.
  ///
  /// @param gate the name of the gate
  /// @param command the words of the command
  /// @param exit its exit code; negative if it had to be stopped
  /// @param position the commit and tree it ran with
  /// @param program the file that was run; absent in entries of earlier versions
  record CommandRun(
      String gate, List<String> command, int exit, TreePosition position, @Nullable String program)
      implements Claim {
    /// The word of it.
    public static final String WORD = "command";

    /// Takes its own copy of the words.
    public CommandRun {
      command = List.copyOf(command);
    }

    /// Takes a run of a program that was not recorded.
    public CommandRun(String gate, List<String> command, int exit, TreePosition position) {
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

  /// Result of reports of other tools, for a gate that requires one.
  ///
  /// @param gate the name of the gate
  /// @param requirement the words of the condition that judged them: the format and its options
  /// @param blockers the reasons why they did not pass; none if they did
  /// @param counts how many there are of what they list, by its word: `tests`, `failures`
  /// @param tools the names of the tools, as far as the reports have them
  /// @param files the reports
  /// @param position the commit and tree at the import
  record Report(
      String gate,
      List<String> requirement,
      List<String> blockers,
      Map<String, Long> counts,
      List<String> tools,
      List<ReportFile> files,
      TreePosition position)
      implements Claim {
    /// The word of it.
    public static final String WORD = "report";

    /// Takes its own copies.
    public Report {
      requirement = List.copyOf(requirement);
      blockers = List.copyOf(blockers);
      counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
      tools = List.copyOf(tools);
      files = List.copyOf(files);
    }

    /// Returns whether the gate may open.
    public boolean passed() {
      return blockers.isEmpty();
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

  /// File of a report.
  ///
  /// @param path its path from the project root, or its name if it is elsewhere
  /// @param sha256 the SHA-256 of its bytes, in hex
  /// @param signer the allowed signer whose signature is in it; absent for none
  record ReportFile(String path, String sha256, @Nullable String signer) {}

  /// Approval of a phase by a person.
  ///
  /// @param phase the phase
  /// @param method how they were seen to be a person, in a word: `terminal`, `interaction`,
  ///   `login`, `policy`
  /// @param digest the digest of the approved content; empty for an approval that was in a document
  ///   when its recording began
  /// @param files the files whose content the digest covers, from the project root
  record Approval(PhaseName phase, String method, String digest, List<String> files)
      implements Claim {
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

  /// Review by a person who requested changes instead of approving the phase. It takes the place of
  /// an earlier approval of the phase, and a later approval takes its place.
  ///
  /// @param phase the phase
  /// @param method how they were seen to be a person, as for an approval
  /// @param comment the requested changes
  record ChangesRequested(PhaseName phase, String method, String comment) implements Claim {
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

  /// Override of a closed advisory gate.
  ///
  /// @param gate the name of the gate
  /// @param reason why, in their own words
  /// @param position the commit and tree of the override
  record Bypass(String gate, String reason, TreePosition position) implements Claim {
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

  /// Passage of a phase: it began or ended with its gates open; recorded where a workflow has
  /// gates.
  ///
  /// @param phase the phase; absent for the run as a whole
  /// @param ended whether it ended, else it began
  /// @param commit the commit checked out; absent outside git
  /// @param definition the digest of the definition of the gates, for the end of the run of all of
  ///   them; absent for the beginning of the run, for gates that Tidemark brings along, and in
  ///   entries of earlier versions
  record GatePassed(
      @Nullable PhaseName phase,
      boolean ended,
      @Nullable String commit,
      @Nullable String definition)
      implements Claim {
    /// The word of it.
    public static final String WORD = "passage";

    /// A passage without the digest of a definition.
    public GatePassed(@Nullable PhaseName phase, boolean ended, @Nullable String commit) {
      this(phase, ended, commit, null);
    }

    @Override
    public String word() {
      return WORD;
    }

    @Override
    public String subject() {
      return (ended ? "end " : "begin ") + (phase == null ? "" : phase.value());
    }
  }

  /// Passage of an earlier phase that was skipped, left out, or completed in the file: its gates
  /// were evaluated and open when a later phase was requested.
  ///
  /// @param phase the phase
  /// @param commit the commit checked out; absent outside git
  /// @param definition the digest of the definition of the gates, as for a [GatePassed]
  record GateCleared(PhaseName phase, @Nullable String commit, @Nullable String definition)
      implements Claim {
    /// The word of it.
    public static final String WORD = "cleared";

    /// A passage without the digest of a definition.
    public GateCleared(PhaseName phase, @Nullable String commit) {
      this(phase, commit, null);
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
}
