package io.hybridycsb.fabric.chaincode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.RecordCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hyperledger.fabric.shim.Chaincode.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueChaincodeTest {
  private static final byte[] NONE = {};

  private final KeyValueChaincode chaincode = new KeyValueChaincode();
  private final ChannelState state = new ChannelState();

  private static byte[] record(String... fieldsAndValues) {
    Map<String, byte[]> fields = new TreeMap<>();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      fields.put(fieldsAndValues[i], fieldsAndValues[i + 1].getBytes(UTF_8));
    }
    return RecordCodec.encode(fields);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  /** A transaction, whose writes are applied when it succeeds. */
  private Response call(String function, byte[]... arguments) {
    List<byte[]> all = new ArrayList<>(List.of(utf8(function)));
    all.addAll(Arrays.asList(arguments));
    return state.apply(stub -> chaincode.invoke(stub), all);
  }

  private byte[] answer(String function, byte[]... arguments) {
    Response response = call(function, arguments);
    assertThat(response.getStatus()).as(response.getMessage()).isEqualTo(Response.Status.SUCCESS);
    return response.getPayload();
  }

  private String refusal(String function, byte[]... arguments) {
    Response response = call(function, arguments);
    assertThat(response.getStatus()).isEqualTo(Response.Status.INTERNAL_SERVER_ERROR);
    return response.getMessage();
  }

  @Test
  void whatWasPutIsFoundAndWhatWasNotIsNothing() {
    answer(Functions.PUT, utf8("t\0a"), record("f", "1"));

    assertThat(answer(Functions.GET, utf8("t\0a"))).isEqualTo(record("f", "1"));
    assertThat(answer(Functions.GET, utf8("t\0b"))).isEmpty();
  }

  @Test
  void aPutReplacesTheWholeRecordWithoutReadingIt() {
    answer(Functions.PUT, utf8("t\0a"), record("f", "1", "g", "2"));
    answer(Functions.PUT, utf8("t\0a"), record("f", "3"));

    assertThat(answer(Functions.GET, utf8("t\0a"))).isEqualTo(record("f", "3"));
    assertThat(state.readsOfPuts()).isZero();
  }

  @Test
  void aMergeKeepsTheOtherFieldsAndMakesARecordWhereThereIsNone() {
    answer(Functions.MERGE, utf8("t\0a"), record("f", "1", "g", "2"));
    answer(Functions.MERGE, utf8("t\0a"), record("g", "3", "h", "4"));

    assertThat(answer(Functions.GET, utf8("t\0a"))).isEqualTo(record("f", "1", "g", "3", "h", "4"));
  }

  @Test
  void whatIsDeletedIsGoneAndDeletingItAgainIsNoError() {
    answer(Functions.PUT, utf8("t\0a"), record("f", "1"));
    answer(Functions.DELETE, utf8("t\0a"));
    answer(Functions.DELETE, utf8("t\0a"));

    assertThat(answer(Functions.GET, utf8("t\0a"))).isEmpty();
  }

  @Test
  void aScanAnswersTheRecordsOfItsRangeByRisingKeyUpToItsCount() {
    for (String key : List.of("t\0c", "t\0a", "t\0d", "t\0b", "u\0a")) {
      answer(Functions.PUT, utf8(key), record("key", key));
    }

    assertThat(scanned("2")).containsExactly("t\0b", "t\0c");
    assertThat(scanned("9")).containsExactly("t\0b", "t\0c", "t\0d");
  }

  private Set<String> scanned(String count) {
    byte[] rows = answer(Functions.SCAN, utf8("t\0b"), utf8("t\1"), utf8(count));
    return Fields.decode(rows, 0).keySet();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "100001", "many", ""})
  void aScanOfNoOrTooManyRecordsIsRefused(String count) {
    assertThat(refusal(Functions.SCAN, utf8("t\0b"), utf8("t\1"), utf8(count)))
        .contains("1 to 100000 records");
  }

  @Test
  void aTransactionWritesAndDeletesRecords() {
    answer(Functions.PUT, utf8("t\0old"), record("f", "1"));

    answer(
        Functions.EXECUTE,
        Fields.EMPTY,
        Fields.encode(Map.of("t\0old", new byte[0], "t\0new", record("f", "2"))));

    assertThat(answer(Functions.GET, utf8("t\0old"))).isEmpty();
    assertThat(answer(Functions.GET, utf8("t\0new"))).isEqualTo(record("f", "2"));
  }

  @Test
  void aTransactionIsRefusedIfARecordIsNotTheExpectedOne() {
    answer(Functions.PUT, utf8("t\0a"), record("f", "1"));
    byte[] changed = Fields.encode(Map.of("t\0a", Functions.digest(record("f", "0"))));
    byte[] expected =
        Fields.encode(
            Map.of("t\0a", Functions.digest(record("f", "1")), "t\0b", Functions.digest(NONE)));
    byte[] written = Fields.encode(Map.of("t\0b", record("f", "2")));

    assertThat(refusal(Functions.EXECUTE, changed, written)).isEqualTo("changed meanwhile: t/a");
    assertThat(answer(Functions.GET, utf8("t\0b"))).isEmpty();
    answer(Functions.EXECUTE, expected, written);
    assertThat(answer(Functions.GET, utf8("t\0b"))).isEqualTo(record("f", "2"));
    assertThat(refusal(Functions.EXECUTE, expected, written)).isEqualTo("changed meanwhile: t/b");
  }

  @Test
  void aTransactionHasNoMoreOperationsThanTheLimit() {
    Map<String, byte[]> most = new TreeMap<>();
    for (int i = 0; i < Functions.OPERATIONS_MAX; i++) {
      most.put("t\0" + i, record("f", "1"));
    }
    answer(Functions.EXECUTE, Fields.EMPTY, Fields.encode(most));

    byte[] oneMore = Fields.encode(Map.of("t\0a", NONE));
    assertThat(refusal(Functions.EXECUTE, oneMore, Fields.encode(most)))
        .contains("at most 1000 operations");
  }

  @Test
  void aTransactionWritesNothingThatIsNoRecord() {
    assertThat(
            refusal(Functions.EXECUTE, Fields.EMPTY, Fields.encode(Map.of("t\0a", utf8("text")))))
        .contains("format");
    assertThat(refusal(Functions.EXECUTE, Fields.EMPTY, new byte[] {0, 5})).contains("cut off");
  }

  @Test
  void whatIsNoRecordIsNotWritten() {
    assertThat(refusal(Functions.PUT, utf8("t\0a"), utf8("text"))).contains("format");
    assertThat(refusal(Functions.PUT, utf8("t\0a"), new byte[0])).contains("format");
    assertThat(refusal(Functions.MERGE, utf8("t\0a"), new byte[] {1, 0})).contains("cut off");
    assertThat(answer(Functions.GET, utf8("t\0a"))).isEmpty();
  }

  @Test
  void wrongCallsAreRefusedAndSayWhy() {
    assertThat(refusal("unknown")).isEqualTo("no function 'unknown'");
    assertThat(refusal(Functions.GET)).isEqualTo("get takes 1 arguments, not 0");
    assertThat(refusal(Functions.PUT, utf8("k"))).isEqualTo("put takes 2 arguments, not 1");
    assertThat(refusal(Functions.GET, utf8(""))).isEqualTo("a key is not empty");
    assertThat(refusal(Functions.PUT, utf8("k".repeat(65_536)), record("f", "1")))
        .isEqualTo("a key has 65536 bytes; at most 65535 are allowed");
  }

  @Test
  void aPingWritesNothing() {
    assertThat(answer(Functions.PING)).isEmpty();
    assertThat(state.isEmpty()).isTrue();
  }
}
