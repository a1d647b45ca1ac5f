/**
 * What all commands of servers and tools share: the command line with its exit statuses, and how a
 * command serves, audits and verifies.
 */
package io.hybridycsb.commands;
