package io.hybridycsb.ethereum.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * Recorded proofs and headers, changed at random in ways that a liar may try. What is still
 * accepted is the truth.
 */
class ProofMutationsTest {
  private static final int PROOFS = 45_000;

  /** Each takes the recovery of a key. */
  private static final int HEADERS = 5_000;

  private static final int CHANGES_MAX = 3;

  static List<Recorded> clients() {
    return List.of(Recorded.geth(), Recorded.goQuorum());
  }

  /** What a liar shows. */
  private static final class Shown {
    private final Random random;
    private final List<byte[]> nodes;
    private byte[] key;
    private Optional<byte[]> value;
    private Hash root;

    Shown(Random random, Recorded.Case honest, Map<Long, SealedHeader> headers) {
      this.random = random;
      nodes = new ArrayList<>(honest.nodes());
      key = honest.key();
      value = honest.value();
      root = headers.get(honest.block()).stateRoot();
    }

    void change(Recorded.Case other, Map<Long, SealedHeader> headers) {
      int at = random.nextInt(nodes.size());
      int next = (at + 1) % nodes.size();
      switch (random.nextInt(12)) {
        case 0, 1 -> nodes.set(at, Bytes.flipped(random, nodes.get(at)));
        case 2, 3 -> {
          byte[][] moved = Bytes.moved(random, nodes.get(at), nodes.get(next));
          nodes.set(at, moved[0]);
          nodes.set(next, moved[1]);
        }
        case 4 -> nodes.set(at, Bytes.resized(random, nodes.get(at)));
        case 5 -> {
          if (nodes.size() > 1) {
            nodes.remove(at);
          }
        }
        case 6 -> nodes.add(at, other.nodes().get(random.nextInt(other.nodes().size())));
        case 7 -> nodes.add(nodes.get(at));
        case 8 -> Collections.shuffle(nodes, random);
        case 9 ->
            key =
                switch (random.nextInt(3)) {
                  case 0 -> other.key();
                  case 1 -> StateKey.of("usertable", "another" + random.nextInt());
                  default -> Bytes.flipped(random, key);
                };
        case 10 -> value = value(other);
        default ->
            root =
                random.nextBoolean()
                    ? headers.get(other.block()).stateRoot()
                    : Hashes.of(other.nodes().get(random.nextInt(other.nodes().size())));
      }
    }

    private Optional<byte[]> value(Recorded.Case other) {
      return switch (random.nextInt(5)) {
        case 0 -> Optional.empty();
        case 1 -> other.value();
        case 2 -> Optional.of(Bytes.any(random));
        case 3 -> value.map(bytes -> Bytes.flipped(random, bytes));
        default -> value.map(bytes -> Bytes.resized(random, bytes));
      };
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void noChangedProofProvesAnotherRecordThanTheBlockHas(Recorded recorded) throws Exception {
    Map<Long, SealedHeader> headers = recorded.headers();
    Map<Layout, List<Recorded.Case>> byLayout = new HashMap<>();
    Map<List<Object>, Optional<byte[]>> truth = new HashMap<>();
    for (Recorded.Case each : recorded.cases()) {
      byLayout.computeIfAbsent(each.layout(), unused -> new ArrayList<>()).add(each);
      truth.put(
          List.of(
              each.layout(), headers.get(each.block()).stateRoot(), ByteBuffer.wrap(each.key())),
          each.value());
    }
    int accepted = 0;
    for (int seed = 0; seed < PROOFS; seed++) {
      Random random = new Random(seed);
      Layout layout = Layout.values()[random.nextInt(Layout.values().length)];
      List<Recorded.Case> cases = byLayout.get(layout);
      Recorded.Case honest = cases.get(random.nextInt(cases.size()));
      Shown shown = new Shown(random, honest, headers);
      for (int changes = 1 + random.nextInt(CHANGES_MAX); changes > 0; changes--) {
        shown.change(cases.get(random.nextInt(cases.size())), headers);
      }
      try {
        new RecordProof(new ProofNodes(shown.nodes))
            .check(layout, honest.contract(), shown.root, shown.key, shown.value);
      } catch (ProofException e) {
        continue;
      }
      accepted++;
      List<Object> asked = List.of(layout, shown.root, ByteBuffer.wrap(shown.key));
      assertThat(headers.values())
          .as("seed %d", seed)
          .extracting(SealedHeader::stateRoot)
          .contains(shown.root);
      assertThat(shown.value.map(ByteBuffer::wrap))
          .as("seed %d, %s of %s", seed, honest, new String(shown.key, UTF_8))
          .isEqualTo(truth.getOrDefault(asked, Optional.empty()).map(ByteBuffer::wrap));
    }
    assertThat(accepted).as("of which only the order and such were changed").isPositive();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void noChangedHeaderIsSealedButForTheSeal(Recorded recorded) throws Exception {
    List<byte[]> honest = recorded.blocks().stream().map(BlockJson::header).toList();
    Map<Long, SealedHeader> headers = recorded.headers();
    for (int seed = 0; seed < HEADERS; seed++) {
      Random random = new Random(seed);
      byte[] changed = honest.get(random.nextInt(honest.size()));
      byte[] other = honest.get(random.nextInt(honest.size()));
      for (int changes = 1 + random.nextInt(CHANGES_MAX); changes > 0; changes--) {
        changed = changedHeader(random, changed, other);
      }
      SealedHeader header;
      try {
        header = SealedHeader.read(recorded.consensus(), changed);
        header.requireSealed(recorded.consensus(), recorded.sealers());
      } catch (ProofException e) {
        continue;
      }
      SealedHeader truth = headers.get(header.number());
      assertThat(truth).as("seed %d", seed).isNotNull();
      assertThat(header.stateRoot()).as("seed %d", seed).isEqualTo(truth.stateRoot());
    }
  }

  private static byte[] changedHeader(Random random, byte[] header, byte[] other) {
    List<RlpType> fields;
    List<RlpType> others;
    try {
      fields = new ArrayList<>(Rlp.list(header, "the header"));
      others = Rlp.list(other, "the header");
    } catch (ProofException e) {
      return Bytes.flipped(random, header);
    }
    int at = random.nextInt(fields.size());
    int next = (at + 1) % fields.size();
    switch (random.nextInt(7)) {
      case 0 -> {
        return Bytes.flipped(random, header);
      }
      case 1 -> fields.set(at, flipped(random, fields.get(at)));
      case 2 -> {
        byte[][] moved = Bytes.moved(random, bytes(fields.get(at)), bytes(fields.get(next)));
        fields.set(at, RlpString.create(moved[0]));
        fields.set(next, RlpString.create(moved[1]));
      }
      case 3 -> fields.set(at, RlpString.create(Bytes.resized(random, bytes(fields.get(at)))));
      case 4 -> fields.set(at, others.get(Math.min(at, others.size() - 1)));
      case 5 -> Collections.swap(fields, at, next);
      default -> {
        if (random.nextBoolean()) {
          fields.remove(at);
        } else {
          fields.add(at, fields.get(next));
        }
      }
    }
    return RlpEncoder.encode(new RlpList(fields));
  }

  private static RlpType flipped(Random random, RlpType field) {
    return RlpString.create(Bytes.flipped(random, bytes(field)));
  }

  private static byte[] bytes(RlpType field) {
    return field instanceof RlpString string ? string.getBytes() : new byte[1];
  }

  /** Changes of bytes. */
  private static final class Bytes {
    private Bytes() {}

    static byte[] any(Random random) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      return bytes;
    }

    static byte[] flipped(Random random, byte[] bytes) {
      byte[] changed = bytes.clone();
      if (changed.length > 0) {
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      }
      return changed;
    }

    /** The last bytes of the first become the first bytes of the second. */
    static byte[][] moved(Random random, byte[] first, byte[] second) {
      int count = first.length == 0 ? 0 : 1 + random.nextInt(Math.min(40, first.length));
      ByteBuffer from = ByteBuffer.wrap(first);
      byte[] left = new byte[first.length - count];
      byte[] right = new byte[count + second.length];
      from.get(left).get(right, 0, count);
      System.arraycopy(second, 0, right, count, second.length);
      return new byte[][] {left, right};
    }

    /** A byte less, or one more, at the end. */
    static byte[] resized(Random random, byte[] bytes) {
      int length = Math.max(0, bytes.length + (random.nextBoolean() ? 1 : -1));
      return Arrays.copyOf(bytes, length);
    }
  }
}
