/// The main method, the settings and the wiring.
package dev.tidemark.app.main;
