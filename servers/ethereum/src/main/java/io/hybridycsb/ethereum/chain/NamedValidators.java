package io.hybridycsb.ethereum.chain;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpType;

/** The validators that a header of IBFT or QBFT names: those who may seal the next block. */
public final class NamedValidators {
  /** IBFT's extra data has bytes of anything before its list. */
  private static final int VANITY_BYTES = 32;

  private static final int IBFT_VALIDATORS = 0;
  private static final int QBFT_VALIDATORS = 1;
  private static final int ADDRESS_BYTES = 20;

  private NamedValidators() {}

  /**
   * The validators.
   *
   * @param consensus IBFT or QBFT
   * @param header all of it, as RLP
   * @throws ProofException if it is no header of this consensus
   */
  public static Set<Address> of(Consensus consensus, byte[] header) throws ProofException {
    byte[] extra = Header.read(header).extraData();
    return switch (consensus) {
      case IBFT -> addresses(withoutVanity(extra), IBFT_VALIDATORS);
      case QBFT -> addresses(extra, QBFT_VALIDATORS);
      default -> throw new IllegalArgumentException(consensus.word() + " names no validators");
    };
  }

  private static byte[] withoutVanity(byte[] extra) throws ProofException {
    if (extra.length < VANITY_BYTES) {
      throw new ProofException("the header has no extra data of IBFT");
    }
    return Arrays.copyOfRange(extra, VANITY_BYTES, extra.length);
  }

  private static Set<Address> addresses(byte[] extra, int at) throws ProofException {
    List<RlpType> items = Rlp.list(extra, "the header's extra data");
    if (items.size() <= at || !(items.get(at) instanceof RlpList named)) {
      throw new ProofException("the header has no list of validators");
    }
    Set<Address> addresses = new LinkedHashSet<>();
    for (RlpType each : named.getValues()) {
      byte[] address = Rlp.bytes(each, "a validator");
      if (address.length != ADDRESS_BYTES) {
        throw new ProofException(
            "a validator has %d bytes, not %d".formatted(address.length, ADDRESS_BYTES));
      }
      addresses.add(new Address("0x" + HexFormat.of().formatHex(address)));
    }
    return addresses;
  }
}
