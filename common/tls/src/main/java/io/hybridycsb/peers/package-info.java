/**
 * Keeps the peers of a port from taking more than their share of it: connections, silent streams,
 * and messages on their way in. A peer that has shown no key is a stranger. Strangers have places
 * of their own, and take none from those who have shown one.
 */
package io.hybridycsb.peers;
