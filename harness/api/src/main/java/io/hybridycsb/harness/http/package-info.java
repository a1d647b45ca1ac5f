/** Asks servers on this machine over HTTP. */
package io.hybridycsb.harness.http;
