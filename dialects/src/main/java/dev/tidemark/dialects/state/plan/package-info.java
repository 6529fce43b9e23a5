/// Plans of the format `state`: the forms they are written in, and how they join an open run.
package dev.tidemark.dialects.state.plan;
