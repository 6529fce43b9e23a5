/// Lossless JSON tree: parser, printer, and a splicer that changes part of a text and keeps the
/// rest.
///
/// Numbers keep their spelling, duplicate keys are kept, and each parsed node has its source
/// position.
package dev.tidemark.json;
