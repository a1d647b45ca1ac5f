/** Where a node's time goes. It is kept apart, since every part of a node adds to it. */
package io.hybridycsb.veritas.core.times;
