package io.hybridycsb.ycsb.client;

/** A workload that knows itself when a run is over, whatever operationcount says. */
public interface OwnLength {}
