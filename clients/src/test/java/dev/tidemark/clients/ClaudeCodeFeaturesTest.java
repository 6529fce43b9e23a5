package dev.tidemark.clients;

class ClaudeCodeFeaturesTest extends FeaturesTest {
  ClaudeCodeFeaturesTest() {
    super(Client.CLAUDE_CODE);
  }
}
