/**
 * The Veritas node as a process, whatever its shared log: configuration, the API for clients,
 * metrics, and the command line.
 */
package io.hybridycsb.veritas.server;
