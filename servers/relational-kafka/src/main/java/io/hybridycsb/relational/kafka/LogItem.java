package io.hybridycsb.relational.kafka;

import com.google.protobuf.ByteString;
import java.util.List;

/** A record of the shared log, as all nodes read it alike. */
sealed interface LogItem {
  /**
   * Transactions.
   *
   * @param height its record's place in the log, from 1
   * @param number by which the node that has appended it knows it again
   * @param transactions each a signed one; their signatures are not checked yet
   */
  record Block(long height, long number, List<ByteString> transactions) implements LogItem {
    public Block {
      transactions = List.copyOf(transactions);
    }
  }

  /**
   * What a node has signed.
   *
   * @param position how many records stand before it
   */
  record Votes(long position, String node, List<BlockHash> blocks) implements LogItem {
    public Votes {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * What no node of the cluster has written.
   *
   * @param why for people
   */
  record Ignored(long position, String why) implements LogItem {}
}
