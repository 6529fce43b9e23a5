/// Deployments by Vercel: as it tells itself, or as GitHub has heard of them.
package dev.tidemark.integrations.vercel;
