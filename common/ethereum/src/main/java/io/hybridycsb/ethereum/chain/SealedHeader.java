package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.security.SignatureException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * A block's header with those who have sealed it. Under IBFT and QBFT a block's hash leaves the
 * seals out, since validators that agree on a block may hold different sets of them.
 *
 * @param made when, by its sealer's clock; under IBFT and QBFT all its sealers have agreed to it
 * @param stateRoot the root of the state after the block
 * @param sealers empty under Raft
 */
public record SealedHeader(
    Hash hash, long number, Instant made, Hash stateRoot, Set<Address> sealers) {
  private static final int VANITY_BYTES = 32;

  /** A signature from which the signer's address follows: r, s, and which of two keys it was. */
  private static final int SIGNATURE_BYTES = 65;

  private static final int RECOVERY_ID_BASE = 27;
  private static final int RECOVERY_ID_MAX = 3;

  /** More than there are validators: each takes a client time. */
  private static final int SEALS_MAX = 1_000;

  /** IBFT's extra data behind the vanity: validators, the proposer's seal, the seals. */
  private static final int IBFT_ITEMS = 3;

  private static final int IBFT_SEALS = 2;

  /** IBFT's seals sign a block's hash and the code of the message that carries them. */
  private static final byte IBFT_COMMIT = 2;

  /** QBFT's extra data: vanity, validators, vote, round, the seals. */
  private static final int QBFT_ITEMS = 5;

  private static final int QBFT_ROUND = 3;
  private static final int QBFT_SEALS = 4;

  /**
   * Reads a header.
   *
   * @param rlp all of it
   * @throws ProofException if it is none of this consensus
   */
  public static SealedHeader read(Consensus consensus, byte[] rlp) throws ProofException {
    Header header = Header.read(rlp);
    return switch (consensus) {
      case CLIQUE -> clique(header);
      case RAFT -> of(header, header.hash(), Instant.EPOCH.plusNanos(header.timestamp()), Set.of());
      case IBFT -> ibft(header);
      case QBFT -> qbft(header);
    };
  }

  private static SealedHeader clique(Header header) throws ProofException {
    byte[] extra = header.extraData();
    if (extra.length < SIGNATURE_BYTES) {
      throw new ProofException("the header has no signature");
    }
    int unsigned = extra.length - SIGNATURE_BYTES;
    byte[] signature = Arrays.copyOfRange(extra, unsigned, extra.length);
    if (Arrays.equals(signature, new byte[SIGNATURE_BYTES])) {
      throw new ProofException("nobody has sealed the chain's first block");
    }
    Hash signed = header.withExtraData(Arrays.copyOf(extra, unsigned)).hash();
    return of(header, header.hash(), made(header), Set.of(signer(signed, signature)));
  }

  private static SealedHeader of(Header header, Hash hash, Instant made, Set<Address> sealers) {
    return new SealedHeader(hash, header.number(), made, header.stateRoot(), sealers);
  }

  private static Instant made(Header header) throws ProofException {
    try {
      return Instant.ofEpochSecond(header.timestamp());
    } catch (DateTimeException e) {
      throw new ProofException("the header's timestamp is too large");
    }
  }

  private static SealedHeader ibft(Header header) throws ProofException {
    byte[] extra = header.extraData();
    if (extra.length < VANITY_BYTES) {
      throw new ProofException("the header has no extra data of IBFT");
    }
    byte[] vanity = Arrays.copyOf(extra, VANITY_BYTES);
    List<RlpType> items = items(Arrays.copyOfRange(extra, VANITY_BYTES, extra.length), IBFT_ITEMS);
    byte[] unsealed = RlpEncoder.encode(with(items, IBFT_SEALS, new RlpList()));
    Hash hash = header.withExtraData(Hashes.concatenated(vanity, unsealed)).hash();
    Hash signed = Hashes.of(Hashes.concatenated(hash.bytes(), new byte[] {IBFT_COMMIT}));
    return sealed(header, hash, signed, items.get(IBFT_SEALS));
  }

  private static SealedHeader qbft(Header header) throws ProofException {
    List<RlpType> items = items(header.extraData(), QBFT_ITEMS);
    RlpList unsealed = with(items, QBFT_SEALS, new RlpList());
    RlpList ofNoRound = with(unsealed.getValues(), QBFT_ROUND, RlpString.create(BigInteger.ZERO));
    Hash hash = header.withExtraData(RlpEncoder.encode(ofNoRound)).hash();
    Hash signed = header.withExtraData(RlpEncoder.encode(unsealed)).hash();
    return sealed(header, hash, signed, items.get(QBFT_SEALS));
  }

  private static SealedHeader sealed(Header header, Hash hash, Hash signed, RlpType seals)
      throws ProofException {
    if (!(seals instanceof RlpList list)) {
      throw new ProofException("the header has no list of seals");
    }
    if (list.getValues().size() > SEALS_MAX) {
      throw new ProofException(
          "the header has %d seals, more than %d".formatted(list.getValues().size(), SEALS_MAX));
    }
    Set<Address> sealers = new LinkedHashSet<>();
    for (RlpType seal : list.getValues()) {
      try {
        sealers.add(signer(signed, Rlp.bytes(seal, "a seal")));
      } catch (ProofException e) {
        // It is nobody's: the others may be enough.
      }
    }
    return of(header, hash, made(header), Set.copyOf(sealers));
  }

  /** Who has signed what has this hash. */
  private static Address signer(Hash hash, byte[] signature) throws ProofException {
    if (signature.length != SIGNATURE_BYTES) {
      throw new ProofException(
          "a signature has %d bytes, not %d".formatted(signature.length, SIGNATURE_BYTES));
    }
    int recoveryId = signature[SIGNATURE_BYTES - 1];
    if (recoveryId < 0 || recoveryId > RECOVERY_ID_MAX) {
      throw new ProofException(
          "a signature's last byte is 0 to %d, not %d"
              .formatted(RECOVERY_ID_MAX, recoveryId & 0xff));
    }
    try {
      BigInteger key =
          Sign.signedMessageHashToKey(
              hash.bytes(),
              new Sign.SignatureData(
                  (byte) (recoveryId + RECOVERY_ID_BASE),
                  Arrays.copyOfRange(signature, 0, 32),
                  Arrays.copyOfRange(signature, 32, 64)));
      return new Address("0x" + Keys.getAddress(key));
    } catch (SignatureException | RuntimeException e) {
      throw new ProofException("the header's signature is none: " + e.getMessage());
    }
  }

  private static List<RlpType> items(byte[] extra, int count) throws ProofException {
    List<RlpType> items = Rlp.list(extra, "the header's extra data");
    if (items.size() != count) {
      throw new ProofException(
          "the header's extra data has %d items, not %d".formatted(items.size(), count));
    }
    return items;
  }

  private static RlpList with(List<RlpType> items, int at, RlpType item) {
    List<RlpType> changed = new ArrayList<>(items);
    changed.set(at, item);
    return new RlpList(changed);
  }

  /**
   * Requires that enough of those who may have sealed it; under Raft, where nobody does, nothing.
   *
   * @param authorities who may
   * @throws ProofException if there are too few
   */
  public void requireSealed(Consensus consensus, List<Address> authorities) throws ProofException {
    int needed = consensus.sealsNeeded(authorities.size());
    int seals = sealersAmong(authorities).size();
    if (seals >= needed) {
      return;
    }
    throw new ProofException(
        consensus == Consensus.CLIQUE
            ? "block %d was sealed by %s, which is no authority"
                .formatted(number, sealers.iterator().next().hex())
            : "block %d was sealed by %d validators; %d are needed"
                .formatted(number, seals, needed));
  }

  /** Those of them who have sealed it. Anybody can add a seal of one who may not. */
  public List<Address> sealersAmong(List<Address> authorities) {
    return authorities.stream().filter(sealers::contains).distinct().toList();
  }
}
