/// Main method, dependency wiring, and training of the AOT caches.
package dev.tidemark.app.main;
