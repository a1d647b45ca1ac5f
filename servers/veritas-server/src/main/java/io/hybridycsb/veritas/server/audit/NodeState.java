package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.StatusReply;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** A node's state store, read through the node. */
interface NodeState extends AutoCloseable {

  String name();

  /**
   * The node's status.
   *
   * @throws io.hybridycsb.veritas.model.VeritasException if the node can't be reached
   */
  StatusReply status();

  /**
   * Gives all entries, in the order of their keys.
   *
   * @throws io.hybridycsb.veritas.model.VeritasException if the node or its state store can't be
   *     reached
   */
  void forEachEntry(BiConsumer<byte[], byte[]> consumer);

  @Override
  void close();

  /** Asks a running node over its client API. */
  final class RemoteNodeState implements NodeState {
    private static final byte[] FIRST = {};
    private static final byte[] LAST = KeyLimit.end();

    private final String name;
    private final VeritasClient client;
    private final Session session;

    /** Reads from this node and no other. */
    RemoteNodeState(ClusterConfig cluster, String name, SigningKey key, ClientOptions options) {
      this.name = name;
      ClusterConfig onlyThisNode = cluster.withNodes(List.of(cluster.node(name).orElseThrow()));
      client = VeritasClient.connect(onlyThisNode, key, options);
      session = client.session();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public StatusReply status() {
      return session.status();
    }

    @Override
    public void forEachEntry(BiConsumer<byte[], byte[]> consumer) {
      byte[] from = FIRST;
      ScanReply reply;
      do {
        reply = session.scanRaw(from, LAST, Session.SCAN_RECORDS_MAX);
        for (int i = 0; i < reply.getKeysCount(); i++) {
          byte[] key = reply.getKeys(i).toByteArray();
          if (Arrays.compareUnsigned(from, key) > 0) {
            throw new VeritasException("its scan isn't in the order of the keys");
          }
          consumer.accept(key, reply.getValues(i).toByteArray());
          from = Arrays.copyOf(key, key.length + 1);
        }
      } while (reply.getMore() || reply.getKeysCount() == Session.SCAN_RECORDS_MAX);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
