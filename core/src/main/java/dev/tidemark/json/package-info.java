/// A lossless JSON tree: parsing, printing, and changing a text without touching the rest of it.
///
/// Numbers keep their spelling, duplicate keys are kept, and each parsed node has its source
/// position.
package dev.tidemark.json;
