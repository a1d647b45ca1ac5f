package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.proto.StatusReply;

/** A node's state store, read through the node. */
interface NodeState extends AutoCloseable {

  interface EntryConsumer {
    void accept(byte[] key, byte[] value);
  }

  String name();

  /**
   * The node's status.
   *
   * @throws io.hybridycsb.veritas.client.VeritasException if the node can't be reached
   */
  StatusReply status();

  /**
   * Gives all entries, in the order of their keys.
   *
   * @throws io.hybridycsb.veritas.client.VeritasException if the node or its state store can't be
   *     reached
   */
  void forEachEntry(EntryConsumer consumer);

  @Override
  void close();
}
