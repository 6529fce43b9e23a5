/// Ship gate of the format `state`: where the review verdict is read from.
package dev.tidemark.dialects.state.ship;
