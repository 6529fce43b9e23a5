/// Delivery to subscribers: events to announce, webhooks, and polling of deployments.
package dev.tidemark.engine.delivery;
