package io.hybridycsb.harness.process;

/**
 * A process that another ends with, and does not serve without.
 *
 * @param name its name
 * @param port where it listens for the other, which starts once it does; 0 if it doesn't
 */
public record Partner(String name, int port) {}
