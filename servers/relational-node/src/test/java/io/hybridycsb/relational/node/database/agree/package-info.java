/** Databases of several makers come to the same, whatever random procedures do. */
package io.hybridycsb.relational.node.database.agree;
