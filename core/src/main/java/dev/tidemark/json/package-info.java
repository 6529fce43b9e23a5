/// A lossless JSON tree: parsing, printing, and changing a text without touching the rest of it.
///
/// Numbers keep their spelling, duplicate keys are seen, and each parsed node knows where it stood.
package dev.tidemark.json;
