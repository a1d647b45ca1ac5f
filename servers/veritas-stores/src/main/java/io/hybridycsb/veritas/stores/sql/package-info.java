/** The state store on a relational database, through JDBC. */
package io.hybridycsb.veritas.stores.sql;
