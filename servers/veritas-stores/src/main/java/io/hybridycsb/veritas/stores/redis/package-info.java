/** The state store on Redis. */
package io.hybridycsb.veritas.stores.redis;
