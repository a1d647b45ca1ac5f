package io.hybridycsb.harness.process;

/**
 * A process that another one needs to serve, and ends with.
 *
 * @param name its name
 * @param port where it listens for the other one, which starts once it does; 0 if it doesn't listen
 */
public record Partner(String name, int port) {}
