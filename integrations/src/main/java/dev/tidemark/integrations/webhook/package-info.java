/// Listeners that are told by a request over HTTP: any of one's own, and Slack.
package dev.tidemark.integrations.webhook;
