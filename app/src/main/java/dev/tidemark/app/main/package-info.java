/// Main class, settings and dependency wiring.
package dev.tidemark.app.main;
