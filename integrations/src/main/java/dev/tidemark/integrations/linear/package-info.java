/// Linear: issues, how far they have come, comments.
package dev.tidemark.integrations.linear;
