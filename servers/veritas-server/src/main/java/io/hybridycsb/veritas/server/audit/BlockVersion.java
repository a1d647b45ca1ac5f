package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.proto.BlockHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** What one or more nodes hold as the block at a height, and what is wrong with it. */
final class BlockVersion {
  private final byte[] bytes;
  private final List<NodeLedger> holders = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private BlockUnderAudit block;

  BlockVersion(byte[] bytes, NodeLedger holder) {
    this.bytes = bytes;
    holders.add(holder);
  }

  byte[] bytes() {
    return bytes;
  }

  boolean isHeldAs(byte[] otherBytes) {
    return Arrays.equals(bytes, otherBytes);
  }

  List<NodeLedger> holders() {
    return holders;
  }

  List<String> faults() {
    return faults;
  }

  boolean isFaultless() {
    return faults.isEmpty();
  }

  void setBlock(BlockUnderAudit block) {
    this.block = block;
  }

  boolean isReadable() {
    return block != null;
  }

  BlockUnderAudit block() {
    return Objects.requireNonNull(block);
  }

  /** How it differs from another version, for people. */
  String differenceFrom(BlockVersion other) {
    String holder = other.holders().get(0).name();
    if (!isReadable() || !other.isReadable()) {
      return "it isn't the block that " + holder + " holds";
    }
    List<String> differing = new ArrayList<>();
    BlockHeader.getDescriptor()
        .getFields()
        .forEach(
            field -> {
              if (!block.header().getField(field).equals(other.block.header().getField(field))) {
                differing.add(field.getName());
              }
            });
    return differing.isEmpty()
        ? "its bytes aren't those of the block that " + holder + " holds"
        : "its %s isn't that of the block that %s holds"
            .formatted(String.join(", ", differing), holder);
  }
}
