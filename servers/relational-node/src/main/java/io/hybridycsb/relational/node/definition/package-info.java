/** The tables and procedures that a chain has defined. */
package io.hybridycsb.relational.node.definition;
