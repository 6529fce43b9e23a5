package dev.tidemark.clients;

class QwenCodeFeaturesTest extends FeaturesTest {
  QwenCodeFeaturesTest() {
    super(Client.QWEN);
  }
}
