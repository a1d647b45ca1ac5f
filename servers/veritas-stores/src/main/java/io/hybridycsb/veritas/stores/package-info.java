/**
 * The state stores by their names, each in a package that knows no other store. They are one
 * module, since a node alone opens them and has them all: which it uses is a property, not a choice
 * of class path.
 */
package io.hybridycsb.veritas.stores;
