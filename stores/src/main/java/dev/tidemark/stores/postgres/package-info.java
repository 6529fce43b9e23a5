/// Documents and their past in PostgreSQL, for teams on several machines.
package dev.tidemark.stores.postgres;
