/// Main method and dependency wiring.
package dev.tidemark.app.main;
