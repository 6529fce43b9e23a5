/// Shell completion for bash, zsh and fish.
package dev.tidemark.app.cli.completion;
