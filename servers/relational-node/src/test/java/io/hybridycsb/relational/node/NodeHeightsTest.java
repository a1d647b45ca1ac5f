package io.hybridycsb.relational.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.relational.client.Methods;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node answers, at height 17, and one does not. */
class NodeHeightsTest {
  @TempDir private Path directory;

  private ClusterConfig cluster(int port) throws IOException {
    return ClusterConfig.read(
        Files.writeString(
            directory.resolve("cluster.json"),
            """
            {"cluster": "shop", "nodes": [
              {"name": "node1", "address": "127.0.0.1:1", "publicKey": "%s"},
              {"name": "node2", "address": "127.0.0.1:%d", "publicKey": "%s"}]}
            """
                .formatted(
                    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                    port,
                    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")));
  }

  @Test
  void aBlockThatANodeHasExecutedIsNotSkipped() throws IOException {
    Server node2 =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder(Methods.SERVICE)
                    .addMethod(
                        Methods.STATUS,
                        ServerCalls.asyncUnaryCall(
                            (request, client) -> {
                              client.onNext(StatusReply.newBuilder().setHeight(17).build());
                              client.onCompleted();
                            }))
                    .build())
            .build()
            .start();
    try {
      ClusterConfig cluster = cluster(node2.getPort());
      NodeHeights.requireBelow(18, cluster);
      assertThatThrownBy(() -> NodeHeights.requireBelow(17, cluster))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "block 17 was executed by node2: it must not be skipped; mend the other nodes");
    } finally {
      node2.shutdownNow();
    }
  }
}
