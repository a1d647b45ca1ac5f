package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VotedHashesTest {
  private final Map<String, SigningKey> keys = new LinkedHashMap<>();
  private final InMemorySharedLog log = new InMemorySharedLog();
  private final ClusterConfig cluster = cluster();

  private ClusterConfig cluster() {
    List<Member> nodes = new ArrayList<>();
    for (String name : List.of("node1", "node2", "node3")) {
      keys.put(name, Ed25519.generate());
      nodes.add(new Member(name, "127.0.0.1:1", keys.get(name).publicKey()));
    }
    return new ClusterConfig(
        "shop", ApprovalPolicy.ALL, "", nodes, List.of(), Optional.empty(), Map.of());
  }

  private void vote(String node, long height, String hash) {
    List<BlockHash> votes = List.of(new BlockHash(height, VoteTallyTest.hash(hash)));
    log.append(new LogCodec(cluster).votes(node, keys.get(node), votes));
  }

  @Test
  void aHashIsThatForWhichMoreThanHalfOfTheNodesHaveVotedFirst() {
    log.append(LogCodec.block(1, List.of()));
    log.append(LogCodec.block(2, List.of()));
    vote("node1", 1, "wrong");
    vote("node1", 1, "right");
    vote("node2", 1, "right");
    vote("node2", 2, "next");
    vote("node3", 1, "right");
    try (VotedHashes hashes = new VotedHashes(cluster, new InMemorySharedLog(log))) {
      assertThat(hashes.apply(1)).isEqualTo(VoteTallyTest.hash("right").bytes());
      vote("node3", 2, "next");
      assertThat(hashes.apply(2)).isEqualTo(VoteTallyTest.hash("next").bytes());
    }
  }

  @Test
  void whatNoMajorityHasVotedForIsNotSigned() {
    log.append(LogCodec.block(1, List.of()));
    vote("node1", 1, "one");
    vote("node2", 1, "other");
    try (VotedHashes hashes = new VotedHashes(cluster, new InMemorySharedLog(log))) {
      assertThatThrownBy(() -> hashes.apply(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no 2 nodes have voted for the same, but 2 for something");
    }
  }
}
