package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// Keys that are known by how they begin.
final class KeyForms {
  /// Beginning, least length of the rest, other signs of the rest, kind.
  private static final String[][] FORMS = {
    {"AKIA", "16", "", "aws-access-key"},
    {"ASIA", "16", "", "aws-access-key"},
    {"ghp_", "30", "", "github-token"},
    {"gho_", "30", "", "github-token"},
    {"ghu_", "30", "", "github-token"},
    {"ghs_", "30", "", "github-token"},
    {"ghr_", "30", "", "github-token"},
    {"github_pat_", "22", "", "github-token"},
    {"glpat-", "20", "-", "gitlab-token"},
    {"xoxb-", "20", "-", "slack-token"},
    {"xoxp-", "20", "-", "slack-token"},
    {"xoxa-", "20", "-", "slack-token"},
    {"xoxr-", "20", "-", "slack-token"},
    {"xoxs-", "20", "-", "slack-token"},
    {"xapp-", "20", "-", "slack-token"},
    {"AIza", "35", "-", "google-api-key"},
    {"ya29.", "20", "-.", "google-token"},
    {"sk_live_", "16", "", "stripe-key"},
    {"rk_live_", "16", "", "stripe-key"},
    {"sk_test_", "16", "", "stripe-key"},
    {"whsec_", "24", "+/=", "stripe-key"},
    {"sk-ant-", "20", "-", "anthropic-key"},
    {"sk-proj-", "20", "-", "openai-key"},
    {"sk-", "32", "", "openai-key"},
    {"npm_", "30", "", "npm-token"},
    {"pypi-", "50", "-", "pypi-token"},
    {"hf_", "30", "", "huggingface-token"},
    {"dop_v1_", "40", "", "digitalocean-token"},
    {"lin_api_", "30", "", "linear-key"},
    {"shpat_", "30", "", "shopify-token"},
    {"SG.", "40", "-.", "sendgrid-key"},
    {"eyJ", "40", "-.", "json-web-token"}
  };

  private KeyForms() {}

  /// Returns the key that begins there, or null.
  static @Nullable Secret at(String text, int at) {
    char first = text.charAt(at);
    if ("Agxysrwnphdlse S".indexOf(first) < 0) {
      return null;
    }
    for (var form : FORMS) {
      var begin = form[0];
      if (first == begin.charAt(0) && text.startsWith(begin, at)) {
        int from = at + begin.length();
        int end = Secrets.end(text, from, form[2]);
        if (end - from >= Integer.parseInt(form[1]) && isLikely(form[3], text, from, end)) {
          return new Secret(form[3], at, end);
        }
      }
    }
    return null;
  }

  private static boolean isLikely(String kind, String text, int from, int end) {
    return switch (kind) {
      case "json-web-token" -> dots(text, from, end) >= 2 && text.indexOf(".eyJ", from) < end;
      case "sendgrid-key" -> dots(text, from, end) == 1;
      case "aws-access-key" -> end - from == 16 && isUpper(text, from, end);
      default -> Randomness.isMixed(text, from, end);
    };
  }

  private static boolean isUpper(String text, int from, int end) {
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if ((c < 'A' || c > 'Z') && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  private static int dots(String text, int from, int end) {
    int dots = 0;
    for (int i = from; i < end; i++) {
      dots += text.charAt(i) == '.' ? 1 : 0;
    }
    return dots;
  }
}
