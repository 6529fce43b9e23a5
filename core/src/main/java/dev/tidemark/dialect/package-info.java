/// What a dialect must supply: how it is written, where it is kept and what its rules are.
package dev.tidemark.dialect;
