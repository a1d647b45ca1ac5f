package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.settings.Property;
import java.util.List;

/** Fabric's options of {@code --set}. */
final class FabricOptions {
  static final String ORDERERS = "orderers";
  static final String ORDERING = "ordering";
  static final String ENDORSEMENT = "endorsement";
  static final String BLOCK_TRANSACTIONS_MAX = "block.transactions.max";
  static final String BLOCK_BYTES_MAX = "block.bytes.max";
  static final String BLOCK_LINGER_MS = "block.linger.ms";
  static final String STATE_STORE = "state.store";
  static final String CHAINCODE_HEAP = "chaincode.heap";
  static final String CHAINCODE_JVM = "chaincode.jvm";

  /** The state database of a peer as it is published. */
  static final String LEVELDB = "goleveldb";

  /** The one that a peer has by our own code. */
  static final String BBOLT = "bbolt";

  /** The maximum size of a transaction, even if blocks are smaller. */
  static final long TRANSACTION_BYTES_MAX = 10L << 20;

  private static final int RAFT_ORDERERS = 3;

  /** SmartBFT tolerates one faulty orderer of four, and none of three. */
  private static final int BFT_ORDERERS = 4;

  private FabricOptions() {}

  static List<Property<?>> all() {
    return List.of(
        FabricProgram.PROGRAM.asOption("the peer program to run, the others beside it"),
        Property.number(ORDERERS, "", 1, 16, "orderers; 3 by default, 4 with ordering=bft").fixed(),
        Property.choice(ORDERING, List.of("raft", "bft"), "how orderers agree").fixed(),
        Property.choice(
                ENDORSEMENT,
                List.of("all", "majority", "any"),
                "how many organisations must endorse a transaction")
            .fixed(),
        Property.number(
                BLOCK_TRANSACTIONS_MAX, "500", 1, 100_000, "transactions per block, at most")
            .fixed(),
        Property.number(
                BLOCK_BYTES_MAX,
                Long.toString(2L << 20),
                1024,
                64L << 20,
                "bytes at which a block is cut")
            .fixed(),
        Property.number(
                BLOCK_LINGER_MS, "100", 1, 60_000, "how long a block waits to be filled, at most")
            .fixed(),
        Property.choice(
                STATE_STORE,
                List.of(LEVELDB, BBOLT),
                "where peers keep the state; bbolt: by our own code in the peer")
            .fixed(),
        PeerWithBbolt.PROGRAM.asOption("the peer to run with state.store=bbolt"),
        Property.memory(CHAINCODE_HEAP, "256m", "the heap of a chaincode's JVM"),
        Property.text(
            CHAINCODE_JVM, "text", "-XX:+UseSerialGC", "further options of a chaincode's JVM"));
  }

  /** How many orderers there are. */
  static int orderers(Settings settings) {
    boolean bft = settings.get(ORDERING).equals("bft");
    if (!settings.isSet(ORDERERS)) {
      return bft ? BFT_ORDERERS : RAFT_ORDERERS;
    }
    int orderers = (int) settings.getLong(ORDERERS);
    if (bft && orderers < BFT_ORDERERS) {
      throw new HarnessException(
          "ordering=bft takes at least %d orderers, not %d".formatted(BFT_ORDERERS, orderers));
    }
    return orderers;
  }
}
