package dev.tidemark.clients;

class OpenCodeFeaturesTest extends FeaturesTest {
  OpenCodeFeaturesTest() {
    super(Client.OPENCODE);
  }
}
