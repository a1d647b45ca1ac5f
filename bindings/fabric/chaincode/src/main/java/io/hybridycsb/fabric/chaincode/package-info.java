/** Key-value chaincode, run as a service to which peers connect. */
package io.hybridycsb.fabric.chaincode;
