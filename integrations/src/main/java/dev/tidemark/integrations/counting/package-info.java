/// Token counting with the vocabularies of JTokkit; no network.
package dev.tidemark.integrations.counting;
