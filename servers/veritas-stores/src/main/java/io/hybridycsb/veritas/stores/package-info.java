/**
 * The state stores by name, each in a package that knows no other store. They are one module
 * because every node has them all: a property chooses the store, not the class path.
 */
package io.hybridycsb.veritas.stores;
