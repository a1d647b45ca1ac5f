package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super("blockchaindb", BlockchainDbClient.class.getName());
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    Path cluster = directory().resolve("cluster.json");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(
          cluster,
          """
          {"layout": "log",
           "nodes": [{"name": "node1", "address": "127.0.0.1:%d"}],
           "shards": [{"chainId": 1, "contract": "0x%s", "authorities": []}]}
          """
              .formatted(free.getLocalPort(), "0".repeat(40)));
    }
    return Map.of("blockchaindb.cluster", cluster.toString(), "blockchaindb.timeout.ms", "2000");
  }

  @Override
  protected String absentClusterMessage() {
    return "no node of the cluster answers: node1: ";
  }

  @Override
  protected String unknownProperty() {
    return "blockchaindb.comit";
  }
}
