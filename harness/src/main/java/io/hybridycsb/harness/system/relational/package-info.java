/** Relational databases alone: one server, by which the others are measured. */
package io.hybridycsb.harness.system.relational;
