/// The one projection, as JSON and as text, of everything the front doors show.
package dev.tidemark.app.view;
