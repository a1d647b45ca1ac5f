/** YCSB's processes that are measured together: their commands, and what they print and log. */
package io.hybridycsb.harness.bench.clients;
