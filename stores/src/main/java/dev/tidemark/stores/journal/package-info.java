/// How one record of the past is written down as one line. Pure: no file is touched here.
package dev.tidemark.stores.journal;
