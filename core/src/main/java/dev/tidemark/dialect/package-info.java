/// Interfaces that a format implements: codec, rules, validation, document location, names.
package dev.tidemark.dialect;
