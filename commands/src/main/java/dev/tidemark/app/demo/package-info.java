/// Scripted demonstration in a scratch repository: the verb `tour`.
package dev.tidemark.app.demo;
