/// Context of a change: ports to the project, collected facts, pending and interrupted changes.
package dev.tidemark.engine.context;
