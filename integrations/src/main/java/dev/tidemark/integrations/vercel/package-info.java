/// Vercel integration: deployments, from its API or from GitHub.
package dev.tidemark.integrations.vercel;
