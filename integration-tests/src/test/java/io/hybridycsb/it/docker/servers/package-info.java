/** The servers of the compose files, each with what its system's own commands say. */
package io.hybridycsb.it.docker.servers;
