/// Maintenance ports of a store: repair, redaction, residual and auxiliary files.
package dev.tidemark.store.maintenance;
