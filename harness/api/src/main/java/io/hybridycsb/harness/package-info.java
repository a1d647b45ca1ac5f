/**
 * Local clusters of real servers, each in a separate process, and the tools to drive and measure
 * them.
 *
 * <p>Nothing here uses a server's classes: a system under test is known by its processes alone.
 */
package io.hybridycsb.harness;
