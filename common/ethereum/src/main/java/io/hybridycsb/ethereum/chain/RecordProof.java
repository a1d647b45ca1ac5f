package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.web3j.rlp.RlpType;

/**
 * The proof that records are present or absent, against a state root.
 *
 * @param nodes those on the ways from the state root to the contract's account, and from its
 *     storage root to each of the {@link #slots}. In the layout {@link Layout#CODE} also the nodes
 *     from the state root to the accounts whose code the values are
 */
public record RecordProof(ProofNodes nodes) {
  /** No record is longer, since a transaction isn't. */
  static final int VALUE_BYTES_MAX = 131_072;

  private static final int ACCOUNT_FIELDS = 4;
  private static final int STORAGE_ROOT = 2;
  private static final int CODE_HASH = 3;
  private static final int WORD = 32;
  private static final int ADDRESS_BYTES = 20;

  /**
   * The slots that prove a value: in {@link Layout#STORAGE} all that it occupies, otherwise one.
   *
   * @param value empty if there is no record
   */
  public static List<byte[]> slots(Layout layout, byte[] key, Optional<byte[]> value) {
    byte[] slot = Hashes.slotOf(key);
    List<byte[]> slots = new ArrayList<>(List.of(slot));
    if (layout == Layout.STORAGE && value.isPresent() && value.get().length >= WORD) {
      byte[] data = Hashes.keccak(slot);
      for (int at = 0; at < value.get().length; at += WORD) {
        slots.add(Hashes.slotBehind(data, at / WORD));
      }
    }
    return slots;
  }

  /**
   * Checks the value.
   *
   * @param value empty if the record is said to be absent
   * @throws ProofException if the root belongs to another state
   */
  public void check(
      Layout layout, Address contract, Hash stateRoot, byte[] key, Optional<byte[]> value)
      throws ProofException {
    if (value.isPresent() && value.get().length == 0) {
      throw new ProofException("a record that is there is never empty");
    }
    if (value.isPresent() && value.get().length > VALUE_BYTES_MAX) {
      throw new ProofException(
          "a record has at most %d bytes, not %d".formatted(VALUE_BYTES_MAX, value.get().length));
    }
    Hash storageRoot = account(stateRoot, contract.bytes(), STORAGE_ROOT);
    List<byte[]> words = new ArrayList<>();
    for (byte[] slot : slots(layout, key, value)) {
      words.add(word(storageRoot, slot));
    }
    boolean holds =
        switch (layout) {
          case LOG -> Arrays.equals(words.get(0), value.map(Hashes::keccak).orElse(new byte[WORD]));
          case STORAGE ->
              Arrays.equals(
                  Hashes.concatenated(words.toArray(byte[][]::new)),
                  stored(value.orElse(new byte[0])));
          case CODE -> isCode(words.get(0), stateRoot, value);
        };
    if (!holds) {
      throw new ProofException("the chain holds another value than the one that was read");
    }
  }

  private boolean isCode(byte[] pointer, Hash stateRoot, Optional<byte[]> value)
      throws ProofException {
    boolean pointsNowhere = Arrays.equals(pointer, new byte[WORD]);
    if (value.isEmpty() || pointsNowhere) {
      return value.isEmpty() && pointsNowhere;
    }
    byte[] code = Hashes.concatenated(new byte[1], value.get());
    byte[] address = Arrays.copyOfRange(pointer, WORD - ADDRESS_BYTES, WORD);
    return account(stateRoot, address, CODE_HASH).equals(Hashes.of(code));
  }

  /** As Solidity lays bytes out: a head with the length, which also holds up to 31 bytes. */
  private static byte[] stored(byte[] value) {
    if (value.length < WORD) {
      byte[] head = Arrays.copyOf(value, WORD);
      head[WORD - 1] = (byte) (value.length * 2);
      return head;
    }
    byte[] head = Hashes.word(BigInteger.valueOf(value.length * 2L + 1));
    int words = (value.length + WORD - 1) / WORD;
    return Arrays.copyOf(Hashes.concatenated(head, value), WORD + words * WORD);
  }

  private Hash account(Hash stateRoot, byte[] address, int field) throws ProofException {
    byte[] account =
        MerklePatricia.lookUp(stateRoot, address, nodes)
            .orElseThrow(() -> new ProofException("the chain has no such account"));
    List<RlpType> fields = Rlp.list(account, "the account");
    if (fields.size() != ACCOUNT_FIELDS) {
      throw new ProofException(
          "the account has %d fields, not %d".formatted(fields.size(), ACCOUNT_FIELDS));
    }
    return Rlp.hash(fields.get(field), "a hash of the account");
  }

  private byte[] word(Hash storageRoot, byte[] slot) throws ProofException {
    Optional<byte[]> leaf = MerklePatricia.lookUp(storageRoot, slot, nodes);
    if (leaf.isEmpty()) {
      return new byte[WORD];
    }
    byte[] number = Rlp.string(leaf.get(), "a slot's value");
    // A slot that holds zero isn't in the trie.
    if (number.length == 0 || number.length > WORD || number[0] == 0) {
      throw new ProofException("a slot's value is no number of 1 to 32 bytes");
    }
    return Hashes.word(new BigInteger(1, number));
  }
}
