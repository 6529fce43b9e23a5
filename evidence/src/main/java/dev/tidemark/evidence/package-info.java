/// Receipts of verdicts: DSSE envelopes of in-toto statements, written, read and verified.
package dev.tidemark.evidence;
