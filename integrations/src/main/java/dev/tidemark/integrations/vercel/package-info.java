/// Lookup of preview deployments, at Vercel or through GitHub.
package dev.tidemark.integrations.vercel;
