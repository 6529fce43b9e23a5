/// The guided tour: the main job, end to end, on a real repository that the tour makes itself.
package dev.tidemark.app.tour;
