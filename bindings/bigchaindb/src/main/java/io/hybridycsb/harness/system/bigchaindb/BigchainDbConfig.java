package io.hybridycsb.harness.system.bigchaindb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A BigchainDB node's configuration, on top of BigchainDB's defaults. Addresses are HOST:PORT.
 *
 * @param database where its MongoDB listens
 * @param server where it serves HTTP
 * @param events where it serves events
 * @param eventsForClients where it tells clients to find the events
 * @param tendermint where its validator's RPC listens
 * @param workers number of processes that serve HTTP
 */
record BigchainDbConfig(
    String database,
    String server,
    String events,
    String eventsForClients,
    String tendermint,
    int workers) {

  /** The file {@code bigchaindb.json}. */
  ObjectNode json() {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    config.putObject("database").put("host", host(database)).put("port", port(database));
    config
        .putObject("server")
        .put("bind", server)
        .put("loglevel", "warning")
        .put("workers", workers);
    config
        .putObject("wsserver")
        .put("host", host(events))
        .put("port", port(events))
        .put("advertised_host", host(eventsForClients))
        .put("advertised_port", port(eventsForClients));
    config.putObject("tendermint").put("host", host(tendermint)).put("port", port(tendermint));
    config.putObject("log").put("level_console", "warning").put("level_logfile", "warning");
    return config;
  }

  private static String host(String address) {
    return address.substring(0, address.lastIndexOf(':'));
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
