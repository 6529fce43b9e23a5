/// What coding agents call by themselves: their hooks and their status line.
package dev.tidemark.app.hook;
