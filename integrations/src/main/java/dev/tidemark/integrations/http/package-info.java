/// Requests to services over HTTP, for the integrations that know what to say. Nothing else in
/// Tidemark opens a connection.
package dev.tidemark.integrations.http;
