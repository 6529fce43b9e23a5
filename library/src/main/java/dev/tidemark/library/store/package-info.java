/// Store back ends of a project: files or PostgreSQL, leases, migration, TLS.
package dev.tidemark.library.store;
