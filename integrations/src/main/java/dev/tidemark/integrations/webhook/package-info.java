/// Webhook subscribers: signed JSON, and Slack.
package dev.tidemark.integrations.webhook;
