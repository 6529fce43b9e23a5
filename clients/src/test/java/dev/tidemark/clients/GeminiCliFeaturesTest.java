package dev.tidemark.clients;

class GeminiCliFeaturesTest extends FeaturesTest {
  GeminiCliFeaturesTest() {
    super(Client.GEMINI);
  }
}
