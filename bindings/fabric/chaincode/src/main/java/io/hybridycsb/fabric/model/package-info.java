/**
 * What the chaincode and its clients agree on beside records and their keys: the functions, and how
 * records are compared.
 */
package io.hybridycsb.fabric.model;
