/** The state store on MongoDB. */
package io.hybridycsb.veritas.stores.mongodb;
