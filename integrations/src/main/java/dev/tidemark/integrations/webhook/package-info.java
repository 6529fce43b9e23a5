/// Webhook integration: subscribers that receive HTTP requests, custom ones and Slack.
package dev.tidemark.integrations.webhook;
