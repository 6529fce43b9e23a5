/// Text utilities without dependencies: names, time stamps, hashing, secret detection.
package dev.tidemark.text;
