/** YCSB binding {@code immudb}. */
package io.hybridycsb.ycsb.immudb;
