/// Journal entries and their events: what changed, by which actor, with which evidence; JSON
/// codecs.
package dev.tidemark.history;
