/// PostgreSQL store: documents and journals in a database, for teams on several machines.
package dev.tidemark.stores.postgres;
