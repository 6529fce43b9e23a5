/// Connections: address, schema migrations, server requirements, SQL errors and their hints.
package dev.tidemark.stores.postgres.connection;
