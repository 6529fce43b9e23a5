/// Commands about stores and deliveries: move, export, prune, redact, tokens, webhooks.
package dev.tidemark.app.command.store;
