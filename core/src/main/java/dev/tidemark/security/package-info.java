/// Secret detection and redaction: rules for keys and passwords, tokens, the redacted placeholder.
package dev.tidemark.security;
