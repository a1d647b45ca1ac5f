package io.hybridycsb.it.bigchaindb;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that need a real BigchainDB, and so a Python to install it with. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "io.hybridycsb.it.bigchaindb.BigchainDbCluster#isAvailable",
    disabledReason =
        "BigchainDB 2.2.2 needs Python 3.6, and there is none: neither python3.6 on the PATH, nor"
            + " one of pyenv's, nor one that HYBRID_PYTHON36 names")
public @interface NeedsPython36 {}
