/// Views: the one projection of results to JSON and text, for all interfaces.
package dev.tidemark.app.view;
