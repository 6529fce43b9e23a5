package dev.tidemark.clients;

class CodexFeaturesTest extends FeaturesTest {
  CodexFeaturesTest() {
    super(Client.CODEX);
  }
}
