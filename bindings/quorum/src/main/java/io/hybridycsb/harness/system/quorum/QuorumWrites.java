package io.hybridycsb.harness.system.quorum;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ethereum.GoQuorumNode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/** The contract's own count of its writes, in each node's newest block. */
final class QuorumWrites implements RecordedWrites {
  /** Calls {@code writes()} of the contract at the address that it has in the first block. */
  private static final String CALL =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params":
        [{"to": "0x0000000000000000000000000000000000b10cdb", "data": "0xCALL"}, "latest"]}
      """
          .replace("CALL", "c4b5c133");

  private final SortedMap<String, Integer> ports = new TreeMap<>();

  QuorumWrites(Servers servers) {
    servers
        .portsEndingIn(GoQuorumNode.PEER)
        .keySet()
        .forEach(node -> ports.put(node, servers.ports().get(node)));
  }

  @Override
  public Kept kept() {
    return Kept.BY_ALL_FOREVER;
  }

  @Override
  public String what() {
    return "writes in the chain's blocks";
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, Long> writes = new TreeMap<>();
    for (String node : ports.keySet()) {
      JsonNode result = Loopback.post(ports.get(node), "/", CALL).path("result");
      if (result.asText().length() <= 2) {
        throw new IOException(node + " tells no number of writes");
      }
      writes.put(node, new BigInteger(result.asText().substring(2), 16).longValueExact());
    }
    return writes;
  }
}
