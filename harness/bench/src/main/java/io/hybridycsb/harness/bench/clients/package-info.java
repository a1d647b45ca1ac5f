/** YCSB's client processes of one phase: their commands, outputs and logs. */
package io.hybridycsb.harness.bench.clients;
