/// Linear integration: issues, their states, and comments.
package dev.tidemark.integrations.linear;
