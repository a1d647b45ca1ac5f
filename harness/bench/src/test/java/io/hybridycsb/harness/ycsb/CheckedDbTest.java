package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;

/** On records in memory, which a test can damage: it tests the checks, and no system. */
class CheckedDbTest {
  private static final String TABLE = "usertable";

  private final Map<String, Map<String, byte[]>> records = new TreeMap<>();
  private final List<Status> verdicts = new ArrayList<>();
  private CheckedDb db = of(OptionalInt.empty());

  private CheckedDb of(OptionalInt fieldLength) {
    return new CheckedDb(new Memory(), new CheckedValues(), 2, fieldLength, verdicts::add);
  }

  private boolean answerWithAllFields;

  private final class Memory extends DB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      Map<String, byte[]> found = records.get(key);
      if (found == null) {
        return Status.NOT_FOUND;
      }
      found.forEach(
          (field, value) -> {
            if (answerWithAllFields || fields == null || fields.contains(field)) {
              result.put(field, new ByteArrayByteIterator(value));
            }
          });
      return Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String startKey,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      values.forEach((field, value) -> records.get(key).put(field, value.toArray()));
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      records.put(key, new TreeMap<>());
      return update(table, key, values);
    }

    @Override
    public Status delete(String table, String key) {
      return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }

  private static Map<String, ByteIterator> fields(int length, String... names) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (String name : names) {
      fields.put(name, new RandomByteIterator(length));
    }
    return fields;
  }

  private void insert(String key, int length) {
    assertThat(db.insert(TABLE, key, fields(length, "field0", "field1"))).isEqualTo(Status.OK);
  }

  private Status verdict(String key) {
    verdicts.clear();
    db.read(TABLE, key, null, new HashMap<>());
    assertThat(verdicts).hasSize(1);
    return verdicts.get(0);
  }

  private void replace(String key, String field, byte[] value) {
    records.get(key).put(field, value);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 8, 10, 15, 16, 17, 51, 100, 12_800})
  void whatWasWrittenIsRightAndHasItsLengthAndYcsbsCharacters(int length) {
    insert("user1", length);
    db.update(TABLE, "user1", fields(length, "field1"));

    assertThat(verdict("user1")).isEqualTo(Status.OK);
    for (byte[] value : records.get("user1").values()) {
      assertThat(value).hasSize(length);
      for (byte character : value) {
        assertThat(character).isBetween((byte) 32, (byte) 95);
      }
    }
  }

  @Test
  void valuesOfOneFieldDifferFromWriteToWriteAndFromProcessToProcess() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      CheckedDb process = i % 2 == 0 ? db : of(OptionalInt.empty());
      process.insert(TABLE, "user1", fields(100, "field0", "field1"));
      seen.add(new String(records.get("user1").get("field0"), StandardCharsets.US_ASCII));
    }
    assertThat(seen).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  void aValueOfAnotherRecordOrFieldIsWrong(int length) {
    insert("user1", length);
    insert("user2", length);
    byte[] own = records.get("user1").get("field0");

    replace("user1", "field0", records.get("user2").get("field0"));
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
    replace("user1", "field0", records.get("user1").get("field1"));
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
    replace("user1", "field0", own);
    assertThat(verdict("user1")).isEqualTo(Status.OK);
  }

  @Test
  void aCutValueOneMadeOfTwoAndOneWithAFlippedBitAreWrong() {
    insert("user1", 100);
    byte[] first = records.get("user1").get("field0").clone();
    db.update(TABLE, "user1", fields(100, "field0"));
    byte[] second = records.get("user1").get("field0").clone();

    replace("user1", "field0", Arrays.copyOf(second, 99));
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
    byte[] mixed = second.clone();
    System.arraycopy(first, 50, mixed, 50, 50);
    replace("user1", "field0", mixed);
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
    byte[] flipped = second.clone();
    flipped[99] ^= 1;
    replace("user1", "field0", flipped);
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 50, 99})
  void aCutValueIsWrongHoweverLittleIsLeft(int length) {
    db = of(OptionalInt.of(100));
    insert("user1", 100);
    assertThat(verdict("user1")).isEqualTo(Status.OK);

    replace("user1", "field0", Arrays.copyOf(records.get("user1").get("field0"), length));

    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
  }

  @Test
  void anEmptyValueIsWrongWhereLengthsDifferToo() {
    insert("user1", 100);

    replace("user1", "field0", new byte[0]);

    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
  }

  @Test
  void theAnswerToAnotherFieldIsWrongThoughItsValueIsRight() {
    insert("user1", 100);
    answerWithAllFields = true;
    records.get("user1").remove("field0");

    db.read(TABLE, "user1", Set.of("field0"), new HashMap<>());

    assertThat(verdicts).containsExactly(Status.UNEXPECTED_STATE);
  }

  @Test
  void aFieldThatIsMissingIsWrongAndAFieldThatNobodyAskedForIsNot() {
    insert("user1", 100);
    db.read(TABLE, "user1", Set.of("field1"), new HashMap<>());
    assertThat(verdicts).containsExactly(Status.OK);

    records.get("user1").remove("field0");
    assertThat(verdict("user1")).isEqualTo(Status.UNEXPECTED_STATE);
  }

  @Test
  void anAnswerThatThereIsNoRecordHasNothingToCheck() {
    assertThat(db.read(TABLE, "user9", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    assertThat(verdicts).isEmpty();
  }

  @Test
  void aValueWithoutRoomForAProofIsLeftAsItIs() {
    insert("user1", 3);

    assertThat(verdict("user1")).isEqualTo(Status.OK);
    assertThat(records.get("user1").get("field0")).hasSize(3);
  }
}
