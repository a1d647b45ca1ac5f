/**
 * The node as a whole, without its network: it is put together here, and each call is sent to the
 * part that answers it.
 */
package io.hybridycsb.veritas.core.node;
