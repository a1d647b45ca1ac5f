/** A client of a relational blockchain: it signs transactions, sends them, and reads. */
package io.hybridycsb.relational.client;
