package io.hybridycsb.it.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * No class can use the cluster after this one: servers or ledgers are harmed, or tables are loaded
 * whose names are the same for all classes, as TPC-C's are. The class comes after those that share
 * an equal cluster with it, and the next class gets a new one.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface LastOnCluster {}
