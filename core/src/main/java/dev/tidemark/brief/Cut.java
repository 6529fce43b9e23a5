package dev.tidemark.brief;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.workflow.WorkItem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Shortens a brief to what fits, by whole items. What survives longest comes first here: the
/// verdict and what decided it, the next command, the lines of the protocol, what is unfinished,
/// the newest phase that is done with its summary, the names of those before it, decisions and
/// files from the newest to the oldest, other doubts, the summaries of older phases, and work that
/// a tracker has ready.
public final class Cut {
  private final Brief brief;
  private final Purse purse;

  private Cut(Brief brief, Budget budget) {
    this.brief = brief;
    this.purse = new Purse(budget);
  }

  /// Returns what of a brief fits into a budget.
  public static Shortened of(Brief brief, Budget budget) {
    return budget.isUnlimited()
        ? new Shortened(brief, LeftOut.NOTHING, budget)
        : new Cut(brief, budget).shortened(budget);
  }

  private Shortened shortened(Budget budget) {
    purse.take(BriefText.frame(brief, budget));
    var doubts = new ArrayList<Doubt>();
    var all = brief.doubts();
    boolean decided = brief.verdict().because() != null && !all.isEmpty();
    if (decided && purse.pays(Lines.doubt(all.getFirst()))) {
      doubts.add(all.getFirst());
    }
    var offers = purse.pays(Lines.offers(brief)) ? brief.offers() : List.<Offer>of();
    var said = said();
    var unfinished = unfinished();
    var done = done();
    var decisions = decisions();
    var reading = reading();
    for (int i = decided ? 1 : 0; i < all.size(); i++) {
      if (purse.pays(Lines.doubt(all.get(i)))) {
        doubts.add(all.get(i));
      }
    }
    int summaries = summaries(done);
    var ready = ready();
    var known = brief.known();
    var old = known.point();
    var point = new ResumePoint(old.phase(), old.summary(), old.next(), done, old.finished());
    var leftOut =
        new LeftOut(
            old.done().size() - done.size(),
            summaries,
            known.decided().size() - decisions.size(),
            known.toRead().size() - reading.size(),
            all.size() - doubts.size(),
            others(said.size() + unfinished.size() + ready.size()));
    var less = new Knowledge(point, unfinished, decisions, reading, ready);
    var verdict = brief.verdict();
    return new Shortened(
        new Brief(brief.subject(), verdict, less, brief.checks(), doubts, offers, said),
        leftOut,
        budget);
  }

  /// Returns how many lines are left out that are counted together.
  private int others(int kept) {
    var known = brief.known();
    return brief.said().size() + known.unfinished().size() + known.ready().size() - kept;
  }

  private List<WorkItem> ready() {
    var ready = new ArrayList<WorkItem>();
    for (var item : brief.known().ready()) {
      if (purse.pays(Lines.ready(item))) {
        ready.add(item);
      }
    }
    return ready;
  }

  private List<String> said() {
    var said = new ArrayList<String>();
    for (var line : brief.said()) {
      if (purse.pays(Lines.item(line))) {
        said.add(line);
      }
    }
    return said;
  }

  private List<Phase> unfinished() {
    var unfinished = new ArrayList<Phase>();
    for (var phase : brief.known().unfinished()) {
      if (purse.pays(Lines.unfinished(phase))) {
        unfinished.add(phase);
      }
    }
    return unfinished;
  }

  /// Returns the phases that are done, only the newest with its summary.
  private List<Phase> done() {
    var all = brief.known().point().done();
    var done = new ArrayList<Phase>();
    for (int i = all.size() - 1; i >= 0; i--) {
      var phase = all.get(i);
      if (i == all.size() - 1 && purse.pays(Lines.done(phase))) {
        done.add(phase);
      } else if (purse.pays(Lines.done(unsaid(phase)))) {
        done.add(unsaid(phase));
      }
    }
    Collections.reverse(done);
    return done;
  }

  /// Puts the summaries back that fit.
  ///
  /// @return how many do not
  private int summaries(List<Phase> done) {
    var all = brief.known().point().done();
    int missing = 0;
    int at = all.size();
    for (int i = done.size() - 1; i >= 0; i--) {
      // A name that is too long for any brief may have been left out in between.
      var phase = all.get(--at);
      while (!phase.name().equals(done.get(i).name())) {
        phase = all.get(--at);
      }
      if (done.get(i).summary() == null && phase.summary() != null) {
        if (purse.pays(Lines.done(phase))) {
          done.set(i, phase);
        } else {
          missing++;
        }
      }
    }
    return missing;
  }

  private static Phase unsaid(Phase phase) {
    return new Phase(
        phase.name(),
        phase.status(),
        phase.startedAt(),
        phase.endedAt(),
        null,
        phase.failure(),
        phase.artifacts());
  }

  private List<Decision> decisions() {
    var all = brief.known().decided();
    var decisions = new ArrayList<Decision>();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (purse.pays(Lines.decided(all.get(i)))) {
        decisions.addFirst(all.get(i));
      }
    }
    return decisions;
  }

  private List<ToRead> reading() {
    var all = brief.known().toRead();
    var reading = new ArrayList<ToRead>();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (purse.pays(Lines.read(all.get(i)))) {
        reading.addFirst(all.get(i));
      }
    }
    return reading;
  }
}
