/**
 * What the chaincode and its clients agree on beside records and their keys: names of functions,
 * rows, batches of operations.
 */
package io.hybridycsb.fabric.model;
