/// Tasks of the format `flow`: fields, status, validation of `execution.json`.
package dev.tidemark.dialects.flow.task;
