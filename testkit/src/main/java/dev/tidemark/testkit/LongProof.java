package dev.tidemark.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/// A test that `TIDEMARK_PROOFS=1 mvn verify` runs and `mvn verify` skips, visibly: it installs
/// what is released, starts browsers, machines or databases, or tries one promise on every verb.
/// Proofs that have a useful sample ask [Proofs] instead.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "dev.tidemark.testkit.Proofs#areFull",
    disabledReason = "a long proof, run by TIDEMARK_PROOFS=1 mvn verify")
public @interface LongProof {}
