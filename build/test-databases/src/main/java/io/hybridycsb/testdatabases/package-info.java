/** Real servers of PostgreSQL and MariaDB, which tests start, kill and start again. */
package io.hybridycsb.testdatabases;
