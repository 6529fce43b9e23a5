package dev.tidemark.brief.budget;

/// Budget meter: tracks the characters and tokens left for a brief. An item costs itself and the
/// line feed behind it.
public final class BudgetMeter {
  /// An item that costs more than this part of the budget is never shown: it would be alone.
  private static final int SHARE = 3;

  private final Budget whole;
  private int chars;
  private int tokens;
  private boolean closed;

  public BudgetMeter(Budget whole) {
    this.whole = whole;
    this.chars = whole.chars();
    this.tokens = whole.tokens();
  }

  /// Charges the mandatory part.
  public void charge(String text) {
    chars -= text.length() + 1;
    tokens -= TokenUpperBound.of(text) + 1;
  }

  /// Pays for an item if there is enough left. An item too long for any brief is omitted. After the
  /// first item that does not fit, no later item is charged, so that the order of priority is the
  /// same for every brief.
  public boolean tryCharge(String item) {
    if (closed || item.length() > whole.chars() / SHARE) {
      return false;
    }
    int cost = TokenUpperBound.of(item);
    if (cost > whole.tokens() / SHARE) {
      return false;
    }
    if (item.length() >= chars || cost >= tokens) {
      closed = true;
      return false;
    }
    chars -= item.length() + 1;
    tokens -= cost + 1;
    return true;
  }
}
