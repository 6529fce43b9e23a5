/// Reports of other tools: JUnit XML, SARIF and in-toto statements, read as the result of a gate.
package dev.tidemark.evidence.report;
