/**
 * What the chaincode and its clients agree on: names of functions, keys, records, batches of
 * operations. No dependency but the JDK.
 */
package io.hybridycsb.fabric.model;
