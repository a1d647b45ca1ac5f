package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import java.util.Comparator;
import java.util.List;

/** The answers of shards to one scan, put together. */
final class ScannedShards {
  private static final Comparator<ByteString> BY_BYTES =
      ByteString.unsignedLexicographicalComparator();

  private ScannedShards() {}

  /**
   * The first records of all, by rising key. Beyond the last record of an answer that was cut there
   * may be further ones of its shard, so the result ends there.
   */
  static List<Entry> merged(List<ScanReply> replies, int count) {
    if (replies.size() == 1) {
      return replies.get(0).getEntriesList();
    }
    List<ByteString> ends =
        replies.stream()
            .filter(reply -> reply.getCut() && reply.getEntriesCount() > 0)
            .map(reply -> reply.getEntries(reply.getEntriesCount() - 1).getKey())
            .toList();
    return replies.stream()
        .flatMap(reply -> reply.getEntriesList().stream())
        .filter(entry -> ends.stream().allMatch(end -> BY_BYTES.compare(entry.getKey(), end) <= 0))
        .sorted(Comparator.comparing(Entry::getKey, BY_BYTES))
        .limit(count)
        .toList();
  }
}
