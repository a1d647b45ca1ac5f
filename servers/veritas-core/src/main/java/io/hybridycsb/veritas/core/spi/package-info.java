/** What a node needs from databases. Implementations live in modules of their own. */
package io.hybridycsb.veritas.core.spi;
