package io.hybridycsb.veritas.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.records.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class StateValueTest {
  @Property
  void aValueGivesBackItsVersionAndFields(@ForAll long version, @ForAll byte[] content) {
    byte[] fields = Fields.encode(Map.of("f", content));
    byte[] value = StateValue.put(version, fields);
    assertThat(StateValue.version(value)).isEqualTo(version);
    assertThat(Fields.decode(value, StateValue.VERSION_BYTES).get("f")).isEqualTo(content);
  }

  @Property
  void aMergeHasTheNewVersionAndAllFields(
      @ForAll @LongRange(min = 1) long version, @ForAll @Size(max = 20) byte[] content) {
    Map<String, byte[]> ten = new LinkedHashMap<>();
    for (int i = 0; i < 10; i++) {
      ten.put("field" + i, new byte[] {(byte) i});
    }
    byte[] base = StateValue.put(7, Fields.encode(ten));
    byte[] merged = StateValue.merge(base, version, Fields.encode(Map.of("field3", content)));

    ten.put("field3", content);
    assertThat(merged).isEqualTo(StateValue.put(version, Fields.encode(ten)));
    assertThat(StateValue.version(base)).isEqualTo(7);
  }

  @Example
  void mergingIntoAnAbsentRecordMakesIt() {
    byte[] fields = Fields.encode(Map.of("f", new byte[] {1}));
    assertThat(StateValue.merge(null, 5, fields)).isEqualTo(StateValue.put(5, fields));
    assertThat(StateValue.version(null)).isEqualTo(StateValue.ABSENT);
  }

  @Property
  void aTransactionIdSurvivesItsBytes(
      @ForAll @LongRange(min = 0) long timestamp, @ForAll long client) {
    TransactionId id = new TransactionId(timestamp, client);
    assertThat(TransactionId.decode(id.encode())).isEqualTo(id);
  }

  @Example
  void clientsHaveTransactionIdsOfTheirOwn() {
    byte[] anna = new byte[32];
    byte[] ben = new byte[32];
    ben[31] = 1;
    assertThat(TransactionId.of(42, anna)).isEqualTo(TransactionId.of(42, anna.clone()));
    assertThat(TransactionId.of(42, anna)).isNotEqualTo(TransactionId.of(42, ben));
  }

  @Example
  void whatIsNoTransactionIdIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TransactionId.decode(new byte[15]))
        .withMessage("a transaction id has 16 bytes, not 15");
  }
}
