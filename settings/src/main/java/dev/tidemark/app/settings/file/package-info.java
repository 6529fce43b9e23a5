/// Private files of the user: keys, permissions, atomic replacement.
package dev.tidemark.app.settings.file;
