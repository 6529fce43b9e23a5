/// Lossless JSON tree: parser, printer, and a splicer that changes part of a text and keeps the
/// rest.
///
/// Numbers keep their spelling, duplicate keys are seen, and each parsed node knows where it stood.
package dev.tidemark.json;
