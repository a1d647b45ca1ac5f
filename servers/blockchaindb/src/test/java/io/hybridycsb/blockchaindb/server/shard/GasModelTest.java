package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.ContractCalls.Conditional;
import io.hybridycsb.ethereum.contract.ContractCalls.ExpectedBlock;
import io.hybridycsb.ethereum.contract.GasModel;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against what real blocks took, as {@code docs/systems/blockchaindb.md} tells, and the limits. */
class GasModelTest {
  private static final long GAS_LIMIT = 300_000_000;

  private static final AccountWrite OPERATION =
      new AccountWrite(0, new PendingWrite(ByteString.EMPTY, Write.getDefaultInstance(), 0, 0));

  private static Conditional insert(Written write) {
    return new Conditional(write, ContractCalls.ANY);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'x');
    return bytes;
  }

  private static Written write(int number, byte[] value) {
    return new Written(
        StateKey.of("usertable", "user" + (6_284_781_860_667_377_000L + number)), value);
  }

  /** Ten fields of 100 bytes, as YCSB makes them. */
  private static byte[] record() {
    return RecordCodec.encode(
        IntStream.range(0, 10)
            .boxed()
            .collect(Collectors.toMap(i -> "field" + i, i -> bytes(100))));
  }

  private static long gasPerWrite(Layout layout, int count) {
    Batch batch =
        new Batch(new GasModel(layout), Long.MAX_VALUE, GAS_LIMIT / 2, count, ExpectedBlock.NONE);
    for (int i = 0; i < count; i++) {
      assertThat(batch.add(OPERATION, insert(write(i, record())), 0)).isTrue();
    }
    return batch.gas(batch.data()) / count;
  }

  @ParameterizedTest
  @CsvSource({"LOG, 54624", "LOG, 55261", "CODE, 311592", "STORAGE, 853683"})
  void itAsksForWhatAWriteTookAndLittleMore(Layout layout, long measured) {
    for (int count : new int[] {16, 32, 64}) {
      assertThat(gasPerWrite(layout, count))
          .as("%s in batches of %d", layout, count)
          .isBetween(measured, measured * 23 / 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherWordNeedsMore(Layout layout) {
    GasModel model = new GasModel(layout);
    long before = 0;
    for (int length = 0; length < 4_000; length += 32) {
      long gas = Batch.gas(model, write(1, bytes(length)), 0);
      assertThat(gas).as("%d bytes", length).isGreaterThan(before);
      before = gas;
    }
  }

  /** A slot that is cleared is read and written; what it gives back comes too late to be used. */
  @Test
  void whatALongerValueLeavesBehindIsPaidFor() {
    GasModel model = new GasModel(Layout.STORAGE);
    Written removal = write(1, new byte[0]);

    assertThat(Batch.gas(model, removal, 3_200) - Batch.gas(model, removal, 0))
        .isGreaterThanOrEqualTo(100 * 5_000);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchNeverAsksForMoreThanItMay(Layout layout) {
    for (int size : new int[] {1, 31, 1_000, 10_000, 24_575}) {
      Batch batch =
          new Batch(
              new GasModel(layout), Long.MAX_VALUE, GAS_LIMIT / 2, 10_000, ExpectedBlock.NONE);
      for (int i = 0; batch.add(OPERATION, insert(write(i, bytes(size))), 0); i++) {
        assertThat(i).isLessThan(10_000);
      }
      assertThat(batch.gas(batch.data())).as("%d bytes", size).isLessThanOrEqualTo(GAS_LIMIT / 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRecordIsTooLargeFromOneGasAboveTheLimitOn(Layout layout) {
    GasModel model = new GasModel(layout);
    Written write = write(1, bytes(20_000));
    long gas = Batch.gas(model, write, 0);

    assertThat(Batch.tooLarge(model, write, 0, gas)).isEmpty();
    assertThat(Batch.tooLarge(model, write, 0, gas - 1))
        .contains(
            "a record of 20000 bytes needs %d gas in the layout %s; a block's limit is %d"
                .formatted(gas, layout.word(), gas - 1));
  }

  @Test
  void noRecordIsLargerThanATransactionOrAContractMayBe() {
    GasModel log = new GasModel(Layout.LOG);
    int most = 130_000;
    while (Batch.tooLarge(log, write(1, bytes(most + 1)), 0, GAS_LIMIT).isEmpty()) {
      most++;
    }
    String data =
        ContractCalls.setBatch(List.of(insert(write(1, bytes(most)))), ExpectedBlock.NONE);
    assertThat(data.length() / 2).isBetween(131_072 - 512, 131_072);
    assertThat(Batch.tooLarge(log, write(1, bytes(most + 1)), 0, GAS_LIMIT).orElseThrow())
        .startsWith("a record of %d bytes needs a transaction of ".formatted(most + 1))
        .endsWith(" bytes; the chain takes 131072");

    GasModel code = new GasModel(Layout.CODE);
    assertThat(Batch.tooLarge(code, write(1, bytes(24_575)), 0, GAS_LIMIT)).isEmpty();
    assertThat(Batch.tooLarge(code, write(1, bytes(24_576)), 0, GAS_LIMIT))
        .contains("a record of 24576 bytes is larger than a contract's code may be, 24575 bytes");
  }
}
