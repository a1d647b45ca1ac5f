/**
 * The language of a relational chain's procedures: {@link
 * io.hybridycsb.relational.node.procedure.Language} says what is in it, and why each form is the
 * same on every node. A text is parsed into a tree, from which each database's function is written.
 */
package io.hybridycsb.relational.node.procedure;
