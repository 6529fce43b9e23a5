/// The guided tour: the main job, end to end, on a real scratch repository.
package dev.tidemark.app.tour;
