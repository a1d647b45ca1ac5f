package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ScannedShardsTest {
  private static final int COUNT = 20;

  /** What a node with these keys answers that has no room for more than so many records. */
  private static ScanReply answer(TreeSet<Integer> keys, int from, int room) {
    List<Integer> found = keys.tailSet(from).stream().limit(COUNT).toList();
    ScanReply.Builder reply = ScanReply.newBuilder().setCut(found.size() > room);
    found.stream()
        .limit(room)
        .forEach(key -> reply.addEntries(Entry.newBuilder().setKey(bytes(key))));
    return reply.build();
  }

  private static ByteString bytes(int key) {
    return ByteString.copyFrom(new byte[] {(byte) (key >> 8), (byte) key});
  }

  private static int key(Entry entry) {
    return ((entry.getKey().byteAt(0) & 0xff) << 8) | (entry.getKey().byteAt(1) & 0xff);
  }

  @Property
  void whoGoesOnBehindTheLastRecordMeetsEveryRecordOnceInOrder(
      @ForAll @Size(max = 200) Set<@IntRange(max = 65_000) Integer> all,
      @ForAll @IntRange(min = 1, max = 4) int shards,
      @ForAll @IntRange(min = 1, max = COUNT) int room) {
    List<TreeSet<Integer>> keys = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      keys.add(new TreeSet<>());
    }
    all.forEach(key -> keys.get(Math.floorMod(key * 31, shards)).add(key));

    List<Integer> met = new ArrayList<>();
    List<Entry> page;
    do {
      int from = met.isEmpty() ? 0 : met.get(met.size() - 1) + 1;
      page = Session.merged(keys.stream().map(shard -> answer(shard, from, room)).toList(), COUNT);
      page.forEach(entry -> met.add(key(entry)));
    } while (!page.isEmpty());

    assertThat(met).containsExactlyElementsOf(new TreeSet<>(all));
  }
}
