/// Journal format: records as lines, with hash chain, patches and checksums. Pure: no file is
/// touched here.
package dev.tidemark.stores.journal;
