package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The writes of the newest operations, by the operation's id. Guarded by {@link InFlight}. */
final class Operations {
  private static final int REMEMBERED_MAX = 100_000;

  private final Map<ByteString, List<LaneWrite>> byId =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteString, List<LaneWrite>> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  void add(LaneWrite write) {
    byId.compute(
        write.operation(),
        (id, others) -> {
          if (others == null) {
            return List.of(write);
          }
          List<LaneWrite> all = new ArrayList<>(others);
          if (!all.contains(write)) {
            all.add(write);
          }
          return List.copyOf(all);
        });
  }

  List<LaneWrite> writesOf(ByteString id) {
    return byId.getOrDefault(id, List.of());
  }
}
