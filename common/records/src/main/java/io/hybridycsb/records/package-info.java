/** Tables' records as keys and values, and for people. */
package io.hybridycsb.records;
