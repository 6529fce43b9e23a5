/// Character and token budget of a brief.
package dev.tidemark.brief.budget;
