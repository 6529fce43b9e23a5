/// PostgreSQL store, for projects that several machines share.
package dev.tidemark.stores.postgres;
