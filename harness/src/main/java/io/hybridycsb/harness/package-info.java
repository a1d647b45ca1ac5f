/**
 * Local clusters of real servers, each in a process of its own, and what drives and measures them.
 *
 * <p>Nothing here uses a server's classes: a system under test is known by its processes alone.
 */
package io.hybridycsb.harness;
