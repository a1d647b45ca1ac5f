/**
 * A client's call, the connection that its answer goes to, and the work of the threads in between.
 * A node knows no more of its network.
 */
package io.hybridycsb.veritas.core.call;
