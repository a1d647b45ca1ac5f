/** No database: the baseline that state stores are compared with. */
package io.hybridycsb.veritas.stores.none;
