/// Text utilities without dependencies: encodings, names, times, secret detection.
package dev.tidemark.text;
