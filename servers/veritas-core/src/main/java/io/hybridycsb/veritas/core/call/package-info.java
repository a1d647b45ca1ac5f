/**
 * A client's call and the connection that its answer goes to. A node knows no more of its network.
 */
package io.hybridycsb.veritas.core.call;
