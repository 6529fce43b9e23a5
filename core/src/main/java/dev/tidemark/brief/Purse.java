package dev.tidemark.brief;

/// What is left of a budget.
final class Purse {
  /// An item that costs more than this part of the budget is never shown: it would be alone.
  private static final int SHARE = 3;

  private final Budget whole;
  private long chars;
  private long tokens;
  private boolean closed;

  Purse(Budget whole) {
    this.whole = whole;
    this.chars = whole.chars();
    this.tokens = whole.tokens();
  }

  /// Pays for what must be there.
  void take(String text) {
    chars -= text.length() + 1;
    tokens -= TokenBound.of(text) + 1;
  }

  /// Pays for an item if there is enough left. One that is too long for any brief is left out. What
  /// comes after the first that there was not enough for is not paid for either, so that the order
  /// of survival is the same for every brief.
  boolean pays(String item) {
    if (closed || item.length() > whole.chars() / SHARE) {
      return false;
    }
    long cost = whole.isUnlimited() ? 0 : TokenBound.of(item) + 1L;
    if (!whole.isUnlimited() && cost > whole.tokens() / SHARE + 1L) {
      return false;
    }
    if (item.length() + 1 > chars || cost > tokens) {
      closed = true;
      return false;
    }
    chars -= item.length() + 1;
    tokens -= cost;
    return true;
  }
}
