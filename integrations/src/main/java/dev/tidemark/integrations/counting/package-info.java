/// Token counting with the vocabularies of models, which come with a library; no network.
package dev.tidemark.integrations.counting;
