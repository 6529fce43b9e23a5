/// Text as bytes, names and times: the leaf everything else stands on.
package dev.tidemark.text;
