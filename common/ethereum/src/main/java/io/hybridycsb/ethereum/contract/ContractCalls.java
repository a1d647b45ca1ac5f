package io.hybridycsb.ethereum.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.rpc.Hex;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.web3j.abi.EventEncoder;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.FunctionReturnDecoder;
import org.web3j.abi.TypeReference;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.Event;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Type;
import org.web3j.abi.datatypes.generated.Bytes32;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.crypto.TransactionDecoder;

/** How the contract is called, and what its events say. */
public final class ContractCalls {
  /** Expects nothing. */
  public static final byte[] ANY = new byte[32];

  private static final Function WRITTEN =
      new Function(
          "Written",
          List.of(),
          List.of(new TypeReference<DynamicBytes>() {}, new TypeReference<DynamicBytes>() {}));

  private static final Event STALE =
      new Event(
          "Stale", List.of(new TypeReference<Uint256>() {}, new TypeReference<DynamicBytes>() {}));

  private static final String STALE_TOPIC = EventEncoder.encode(STALE);

  private static final Function SET_BATCH =
      new Function(
          "setBatch",
          List.of(),
          List.of(
              new TypeReference<DynamicArray<DynamicBytes>>() {},
              new TypeReference<DynamicArray<DynamicBytes>>() {}));

  /** The call that reads how many writes a counting contract has taken, in hex. */
  public static final String WRITES = call("writes");

  private static final int WORD = 32;

  private ContractCalls() {}

  /**
   * A write that is left out where it doesn't find what it expects.
   *
   * @param expected the {@link #digest} of the value that it replaces; {@link #ANY} for any
   */
  public record Conditional(Written write, byte[] expected) {}

  /**
   * A block that a transaction expects in the chain, or else all its writes that expect something
   * are left out.
   *
   * @param hash {@link #ANY} for none
   */
  public record ExpectedBlock(long number, byte[] hash) {
    public static final ExpectedBlock NONE = new ExpectedBlock(0, ANY);
  }

  /**
   * What a write expects that replaces this value.
   *
   * @param value empty if there is no record
   */
  public static byte[] digest(Layout layout, byte[] value) {
    if (layout != Layout.CODE || value.length == 0) {
      return Hashes.keccak(value);
    }
    return Hashes.keccak(Hashes.concatenated(new byte[1], value));
  }

  /** The call that writes these, in hex. */
  public static String setBatch(List<Conditional> writes, ExpectedBlock seen) {
    return call(
        "setBatch",
        array(writes.stream().map(each -> each.write().key())),
        array(writes.stream().map(each -> each.write().value())),
        digests(writes.stream().map(Conditional::expected)),
        new Uint256(seen.number()),
        new Bytes32(seen.hash()));
  }

  private static String call(String function, Type<?>... arguments) {
    return FunctionEncoder.encode(new Function(function, List.of(arguments), List.of()));
  }

  private static Type<?> array(Stream<byte[]> items) {
    return new DynamicArray<>(DynamicBytes.class, items.map(DynamicBytes::new).toList());
  }

  private static Type<?> digests(Stream<byte[]> digests) {
    return new DynamicArray<>(Bytes32.class, digests.map(Bytes32::new).toList());
  }

  /**
   * The writes of a transaction that calls {@link #setBatch}.
   *
   * @param transaction signed
   */
  public static List<Written> writesIn(byte[] transaction) {
    String data = TransactionDecoder.decode(Hex.of(transaction)).getData();
    @SuppressWarnings("rawtypes") // web3j's
    List<Type> arrays =
        FunctionReturnDecoder.decode(
            data.substring(data.length() % 64), SET_BATCH.getOutputParameters());
    List<DynamicBytes> keys = items(arrays.get(0));
    List<DynamicBytes> values = items(arrays.get(1));
    return IntStream.range(0, keys.size())
        .mapToObj(i -> new Written(keys.get(i).getValue(), values.get(i).getValue()))
        .toList();
  }

  @SuppressWarnings("unchecked") // of the type that was asked for
  private static List<DynamicBytes> items(Type<?> array) {
    return ((DynamicArray<DynamicBytes>) array).getValue();
  }

  /**
   * A record as a transaction has read it.
   *
   * @param digest the {@link #digest} of its value, that of no bytes for none
   * @param bytes of its value
   */
  public record ReadRecord(byte[] key, byte[] digest, int bytes) {

    /** A record that was read in a contract of this layout, with no bytes if there is none. */
    public static ReadRecord of(Layout layout, byte[] key, byte[] value) {
      return new ReadRecord(key, ContractCalls.digest(layout, value), value.length);
    }
  }

  /** The call that makes these writes if all records are as they were read, in hex. */
  public static String transact(List<ReadRecord> reads, List<Written> writes) {
    return call(
        "transact",
        array(reads.stream().map(ReadRecord::key)),
        digests(reads.stream().map(ReadRecord::digest)),
        array(writes.stream().map(Written::key)),
        array(writes.stream().map(Written::value)));
  }

  /** The call that writes a record, whatever is there, in hex. */
  public static String set(Written write) {
    return call("set", new DynamicBytes(write.key()), new DynamicBytes(write.value()));
  }

  /** The call that reads what the contract itself holds of a key, in hex. */
  public static String stored(Layout layout, byte[] key) {
    return call(layout == Layout.LOG ? "digest" : "get", new DynamicBytes(key));
  }

  /** The record that {@link #stored} found in a layout that has it; empty if there is none. */
  public static Optional<byte[]> value(String result) {
    byte[] value = bytesAt(Hex.bytes(result), 0);
    return value.length == 0 ? Optional.empty() : Optional.of(value);
  }

  /** The hash of the record that {@link #stored} found; empty if there is none. */
  public static Optional<byte[]> digest(Layout layout, String result) {
    if (layout == Layout.LOG) {
      byte[] digest = Hex.bytes(result.isEmpty() ? "0x" : result);
      return Arrays.equals(digest, new byte[32]) ? Optional.empty() : Optional.of(digest);
    }
    return value(result).map(Hashes::keccak);
  }

  /**
   * The account whose code is a record, in the layout {@link Layout#CODE}; empty if there is none.
   *
   * @param slot what the record's slot holds, as a node tells it: a number
   * @throws IllegalArgumentException if it is no number, or longer than an address
   */
  public static Optional<Address> codeAt(JsonNode slot) {
    BigInteger number = Hex.large(slot);
    return number.signum() == 0
        ? Optional.empty()
        : Optional.of(new Address("0x%040x".formatted(number)));
  }

  /** Whether an event tells of a write that was left out. */
  public static boolean isStale(JsonNode log) {
    return log.path("topics").path(0).asText().equals(STALE_TOPIC);
  }

  /**
   * A write of a transaction that was left out.
   *
   * @param position among the transaction's, from 0
   */
  public record LeftOut(int position, byte[] key) {}

  /** The write that was left out, as an event tells. */
  public static LeftOut leftOut(String data) {
    @SuppressWarnings("rawtypes") // web3j's
    List<Type> fields = FunctionReturnDecoder.decode(data, STALE.getParameters());
    return new LeftOut(
        ((Uint256) fields.get(0)).getValue().intValueExact(),
        ((DynamicBytes) fields.get(1)).getValue());
  }

  /**
   * The write that an event tells of. Every node reads those of all writes, so this is without
   * web3j's decoder, which copies the digits of all that is still to come for each field.
   */
  public static Written written(String data) {
    byte[] fields = Hex.bytes(data);
    return new Written(bytesAt(fields, 0), bytesAt(fields, 1));
  }

  /** The field of that number, which the word of that number tells the place of. */
  private static byte[] bytesAt(byte[] fields, int number) {
    int at = intAt(fields, number * WORD);
    int length = intAt(fields, at);
    int begin = Objects.checkFromIndexSize(at + WORD, length, fields.length);
    return Arrays.copyOfRange(fields, begin, begin + length);
  }

  private static int intAt(byte[] fields, int at) {
    Objects.checkFromIndexSize(at, WORD, fields.length);
    return new BigInteger(1, fields, at, WORD).intValueExact();
  }
}
