/** What differs between the databases: their SQL, their waits for locks, how they hash rows. */
package io.hybridycsb.relational.node.dialect;
