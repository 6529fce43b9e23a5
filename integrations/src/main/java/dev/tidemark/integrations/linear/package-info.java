/// Linear client: issues, their states, comments.
package dev.tidemark.integrations.linear;
