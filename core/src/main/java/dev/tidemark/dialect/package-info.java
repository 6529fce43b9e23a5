/// Interface of a dialect: codec, locations and rules.
package dev.tidemark.dialect;
