/** The state stores by their names. */
package io.hybridycsb.veritas.stores;
