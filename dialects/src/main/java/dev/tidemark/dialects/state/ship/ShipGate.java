package dev.tidemark.dialects.state.ship;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ship gate: decides whether shipping is allowed, by the reviews and checks of the current commit
/// and tree (R-004-80 to R-004-85, as corrected in chapter 12). Pure.
public final class ShipGate {
  private static final String SET = "gate set --allowed true";

  private final List<ShipCandidate> candidates = new ArrayList<>();
  private final List<Blocker> blockers = new ArrayList<>();
  private final List<String> bullets = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final TreePosition now;
  private final boolean trustsFiles;
  private final String set;
  private boolean journaled;
  private @Nullable ShipCandidate decisive;

  private ShipGate(TreePosition now, boolean trustsFiles, String set) {
    this.now = now;
    this.trustsFiles = trustsFiles;
    this.set = set;
  }

  /// Judges.
  ///
  /// @param sources the existing files, in the order in which they are read
  /// @param now the current commit and tree
  /// @param trustsFiles whether a verdict opens the gate without being recorded
  public static ShipJudgement judge(
      List<ShipSource> sources, TreePosition now, boolean trustsFiles) {
    return judge(sources, now, trustsFiles, null);
  }

  /// As the other, with hints that name the subject of shipping.
  ///
  /// @param item the subject of shipping; absent for none
  public static ShipJudgement judge(
      List<ShipSource> sources, TreePosition now, boolean trustsFiles, @Nullable String item) {
    var run = new CheckpointId(StateFormat.DIALECT, "ship", item);
    var set = item == null ? "tidemark " + SET : CommandLines.of(SET, run);
    var gate = new ShipGate(now, trustsFiles, set);
    gate.collect(sources);
    gate.decide();
    gate.recorded(sources);
    gate.bypassed(sources);
    var decisive = gate.decisive;
    return new ShipJudgement(
        gate.blockers,
        gate.bullets,
        gate.notices,
        decisive == null ? null : decisive.commit(),
        decisive == null ? null : decisive.source().path());
  }

  private void collect(List<ShipSource> sources) {
    for (var source : sources) {
      journaled |= source.verdict() != null;
      var text = source.text();
      if (source.origin() == Origin.LOOP && text != null && text.isBlank()) {
        continue;
      }
      var root = root(source);
      if (root == null) {
        block("gate-corrupt", source.path() + " is corrupt", "Fix it, or review again: " + set);
        continue;
      }
      var gate = source.origin() == Origin.LOOP ? root : root.object(SchemaFields.GATE);
      boolean says =
          gate != null && (gate.has(SchemaFields.SHIP_ALLOWED) || gate.has(SchemaFields.BLOCKERS));
      if (gate != null && says) {
        candidates.add(ShipCandidate.of(source, root, gate));
      } else if (source.origin() != Origin.LOOP && root.has(SchemaFields.GATE)) {
        block("gate-corrupt", source.path() + ": its gate has no result", review());
      }
    }
  }

  private static @Nullable JsonObject root(ShipSource source) {
    var text = source.text();
    try {
      return text != null && JsonText.parse(text) instanceof JsonObject root ? root : null;
    } catch (JsonException damaged) {
      return null;
    }
  }

  /// A recorded verdict counts even if its file was changed or removed.
  private void recorded(List<ShipSource> sources) {
    Proof newest = null;
    for (var source : sources) {
      var proof = source.verdict();
      boolean here =
          source.origin() != Origin.SHIP
              && proof != null
              && isHere(((Claim.Verdict) proof.claim()).position());
      if (proof != null && here && (newest == null || proof.at().isAfter(newest.at()))) {
        newest = proof;
      }
    }
    var verdict = newest == null ? null : (Claim.Verdict) newest.claim();
    boolean against = verdict != null && (!verdict.passed() || !verdict.blockers().isEmpty());
    if (newest != null && verdict != null && against && blockers.isEmpty() && !trustsFiles) {
      block(
          "gate-blocked",
          "shipping is blocked by the verdict that " + newest.by() + " recorded",
          "Fix it, then review again: " + set);
      bullets.addAll(verdict.blockers());
    }
  }

  /// Returns whether a file cannot open the gate because its verdict is not the recorded one.
  private boolean isUnproven(ShipCandidate candidate) {
    var source = candidate.source();
    var proof = source.verdict();
    boolean recorded = proof != null && candidate.matches((Claim.Verdict) proof.claim());
    return !recorded && !trustsFiles && (journaled || source.recorded());
  }

  private void decide() {
    if (candidates.isEmpty()) {
      if (blockers.isEmpty()) {
        block(ShipJudgement.NO_REVIEW, "there is no review state", review());
      }
      return;
    }
    var chosen = choose();
    decisive = chosen;
    if (chosen == null) {
      return;
    }
    judge(chosen);
    for (var candidate : candidates) {
      boolean later = candidate.writtenAt().isAfter(chosen.writtenAt());
      if (!candidate.equals(chosen) && !candidate.isReview() && later && isCurrent(candidate)) {
        judge(candidate);
      }
    }
  }

  private boolean isCurrent(ShipCandidate candidate) {
    return candidate.commit() == null || isHere(candidate);
  }

  /// Returns whether a verdict is about the current commit and tree. A file has its commit only;
  /// the journal has the tree too, and a commit of exactly that tree keeps the verdict.
  private boolean isHere(ShipCandidate candidate) {
    var commit = candidate.commit();
    var proof = candidate.source().verdict();
    return commit != null
        && (commit.equals(now.commit())
            || (proof != null
                && proof.claim() instanceof Claim.Verdict verdict
                && candidate.matches(verdict)
                && now.hasTreeOf(verdict.position())));
  }

  private boolean isHere(TreePosition treePosition) {
    var commit = treePosition.commit();
    return commit != null && (commit.equals(now.commit()) || now.hasTreeOf(treePosition));
  }

  /// Returns the deciding verdict: of those about the current tree the newest review, else the
  /// first one; null if there is none.
  private @Nullable ShipCandidate choose() {
    ShipCandidate first = null;
    ShipCandidate review = null;
    boolean named = false;
    boolean proven = hasProven();
    for (var candidate : candidates) {
      var commit = candidate.commit();
      named |= commit != null;
      if (isHere(candidate) && !(proven && isUnproven(candidate))) {
        first = first == null ? candidate : first;
        boolean newer =
            candidate.isReview()
                && (review == null || candidate.writtenAt().isAfter(review.writtenAt()));
        review = newer ? candidate : review;
      }
    }
    if (first != null) {
      return review == null ? first : review;
    }
    if (named) {
      stale();
      return null;
    }
    var source = candidates.getFirst().source().path();
    notices.add(new Notice("no-commit", source + " does not name its commit (head_commit)"));
    return candidates.getFirst();
  }

  /// Returns whether a review of this commit stands in its file as it was recorded. Then no other
  /// file replaces it, however new its timestamp.
  private boolean hasProven() {
    for (var candidate : candidates) {
      boolean proven = candidate.source().verdict() != null && !isUnproven(candidate);
      if (proven && isHere(candidate)) {
        return true;
      }
    }
    return false;
  }

  private void stale() {
    for (var candidate : candidates) {
      var commit = candidate.commit();
      if (commit != null) {
        var head = now.commit();
        block(
            "gate-stale",
            "the review is stale: it was about "
                + Head.abbreviated(commit)
                + ", but HEAD is "
                + (head == null ? "no commit" : Head.abbreviated(head))
                + " ("
                + candidate.source().path()
                + ")",
            review());
        return;
      }
    }
  }

  private void judge(ShipCandidate candidate) {
    var path = candidate.source().path();
    var allowed = candidate.gate().find(SchemaFields.SHIP_ALLOWED);
    var listed = candidate.gate().strings(SchemaFields.BLOCKERS);
    var list = candidate.gate().array(SchemaFields.BLOCKERS);
    boolean odd =
        candidate.gate().has(SchemaFields.BLOCKERS)
            && (list == null || list.size() != listed.size());
    if (!(allowed instanceof JsonBoolean passed)) {
      block("gate-corrupt", path + " has no valid ship_allowed", review());
      return;
    }
    if (odd) {
      block("gate-corrupt", path + " has no list of texts as blockers", review());
      return;
    }
    if (!passed.value() || !listed.isEmpty()) {
      if (passed.value()) {
        notices.add(
            new Notice(
                "gate-contradicts",
                path + " allows shipping and names blockers; the blockers count"));
      }
      block("gate-blocked", "shipping is blocked by " + path, "Fix it, then review again: " + set);
      bullets.addAll(listed);
      return;
    }
    if (candidate.equals(decisive)) {
      prove(candidate);
    }
  }

  /// An allowing verdict counts if it is recorded for its tree.
  private void prove(ShipCandidate candidate) {
    var source = candidate.source();
    var proof = source.verdict();
    var verdict = proof == null ? null : (Claim.Verdict) proof.claim();
    if (verdict == null || !candidate.matches(verdict)) {
      if (isUnproven(candidate)) {
        block(
            "gate-unproven",
            source.path() + " allows shipping, but this is not recorded",
            "Record it: " + set);
      }
      return;
    }
    var about = verdict.position().tree();
    var tree = now.tree();
    if (about != null && tree != null && !about.equals(tree)) {
      block(
          "gate-stale",
          "the review is stale: it was about tree "
              + Head.abbreviated(about)
              + ", but the current work tree is "
              + Head.abbreviated(tree),
          review());
    }
  }

  /// An override of the gate is valid for the tree of that time only.
  private void bypassed(List<ShipSource> sources) {
    for (var source : sources) {
      var bypass = source.bypass();
      boolean here =
          bypass != null && (bypass.position().equals(now) || now.hasTreeOf(bypass.position()));
      if (bypass != null && here && !blockers.isEmpty()) {
        notices.add(
            new Notice(
                "gate-forced", "the ship gate is closed, but was forced: " + bypass.reason()));
        blockers.clear();
        bullets.clear();
      }
    }
  }

  private String review() {
    return "Review the work tree and record the result: " + set;
  }

  private void block(String code, String reason, String hint) {
    blockers.add(new Blocker(Blocker.Kind.GATE, code, reason, hint));
  }
}
