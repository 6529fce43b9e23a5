/// HTTP client for services, with limits on time and size of every exchange.
package dev.tidemark.integrations.http;
