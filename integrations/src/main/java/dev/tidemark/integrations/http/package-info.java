/// HTTP client for the integrations of services. Nothing else in Tidemark opens a connection.
package dev.tidemark.integrations.http;
