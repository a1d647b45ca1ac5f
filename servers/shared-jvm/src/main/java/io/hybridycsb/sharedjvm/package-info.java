/**
 * Runs the main classes of several servers in one JVM. It knows no server's class: a file says what
 * to start.
 */
package io.hybridycsb.sharedjvm;
