package io.hybridycsb.harness.system.programs;

/**
 * A class path of the release, by the name under which its classes are archived.
 *
 * @param name of a server's directory in {@code servers/}; {@code client-SYSTEM}; {@code hybrid}
 * @param classPath with JVM wildcards
 */
public record ClassPart(String name, String classPath) {}
