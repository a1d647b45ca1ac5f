/**
 * Runs the main classes of several servers in one JVM. It starts no server by name: a file says
 * what to start. Of Kafka it knows how its classes end a process, and its loggers.
 */
package io.hybridycsb.sharedjvm;
