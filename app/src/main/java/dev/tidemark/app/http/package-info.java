/// The front door for people with a browser and for programs that speak HTTP.
///
/// It translates and decides nothing: a request becomes the same words that the command line takes,
/// and its answer is the document that `--json` prints.
package dev.tidemark.app.http;
