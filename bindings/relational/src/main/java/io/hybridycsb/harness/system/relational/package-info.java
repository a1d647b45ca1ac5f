/** Relational databases: alone, by which the others are measured, and as the nodes of a chain. */
package io.hybridycsb.harness.system.relational;
