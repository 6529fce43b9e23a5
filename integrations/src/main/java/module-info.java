import org.jspecify.annotations.NullMarked;

/// The only module that uses the network; it starts all processes but those of agents.
@NullMarked
@SuppressWarnings("requires-automatic") // the library that counts as models do has no descriptor
module dev.tidemark.integrations {
  requires transitive dev.tidemark;
  requires java.net.http;
  requires jtokkit;
  requires static transitive org.jspecify;

  exports dev.tidemark.integrations.beads;
  exports dev.tidemark.integrations.counting;
  exports dev.tidemark.integrations.git;
  exports dev.tidemark.integrations.http;
  exports dev.tidemark.integrations.linear;
  exports dev.tidemark.integrations.process;
  exports dev.tidemark.integrations.vercel;
  exports dev.tidemark.integrations.webhook;
}
