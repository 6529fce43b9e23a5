/// Counting tokens as models do, with the vocabularies that come with a library; no network.
package dev.tidemark.integrations.counting;
