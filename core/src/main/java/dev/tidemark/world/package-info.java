/// Ports to what is outside a store: git, and whatever else a rule may ask about.
package dev.tidemark.world;
