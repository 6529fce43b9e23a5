package dev.tidemark.testkit;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/// Names the requirements that a test proves, by their ids: `@Proves({"R-COM-01", "T-002-F"})`.
///
/// The table of requirements in the documentation is made from these annotations. On a class it
/// holds for every test in it.
@Documented
@Retention(RUNTIME)
@Target({METHOD, TYPE})
public @interface Proves {
  /// Returns the ids of the requirements.
  String[] value();
}
