/** The YCSB binding for relational databases that execute a chain's transactions. */
package io.hybridycsb.ycsb.relational;
