package io.hybridycsb.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class FieldsTest {
  @Provide
  Arbitrary<Map<String, byte[]>> fields() {
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.strings().withChars('a', 'b', '\0', 'é', '漢').ofMaxLength(4),
            Arbitraries.strings().alpha().ofMaxLength(12));
    Arbitrary<byte[]> values = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    return Arbitraries.maps(names, values).ofMaxSize(8);
  }

  @Property
  void decodingGivesBackWhatWasEncodedSortedByTheBytesOfTheNames(
      @ForAll("fields") Map<String, byte[]> fields) {
    Map<String, byte[]> decoded = Fields.decode(Fields.encode(fields), 0);
    assertSame(decoded, fields);
    List<byte[]> names = decoded.keySet().stream().map(FieldsTest::utf8).toList();
    assertThat(names).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Property
  void equalFieldsHaveEqualEncodingsInWhateverOrderTheyCame(
      @ForAll("fields") Map<String, byte[]> fields) {
    List<Map.Entry<String, byte[]>> reversed = new ArrayList<>(fields.entrySet());
    java.util.Collections.reverse(reversed);
    Map<String, byte[]> other = new LinkedHashMap<>();
    reversed.forEach(field -> other.put(field.getKey(), field.getValue()));
    assertThat(Fields.encode(other)).isEqualTo(Fields.encode(fields));
  }

  @Property
  void mergingEncodingsIsMergingMaps(
      @ForAll("fields") Map<String, byte[]> base,
      @ForAll("fields") Map<String, byte[]> changes,
      @ForAll @IntRange(max = 9) int prefix,
      @ForAll @IntRange(max = 9) int offset) {
    Map<String, byte[]> expected = new HashMap<>(base);
    expected.putAll(changes);
    byte[] encodedBase = Fields.encode(base);
    byte[] withOffset = new byte[offset + encodedBase.length];
    System.arraycopy(encodedBase, 0, withOffset, offset, encodedBase.length);

    byte[] merged = Fields.merge(withOffset, offset, Fields.encode(changes), prefix);

    assertThat(Arrays.copyOf(merged, prefix)).containsOnly(new byte[prefix]);
    assertThat(Arrays.copyOfRange(merged, prefix, merged.length))
        .isEqualTo(Fields.encode(expected));
  }

  @Property
  void mergingLeavesItsInputsAsTheyWere(
      @ForAll("fields") Map<String, byte[]> base, @ForAll("fields") Map<String, byte[]> changes) {
    byte[] encodedBase = Fields.encode(base);
    byte[] encodedChanges = Fields.encode(changes);
    Fields.merge(encodedBase, 0, encodedChanges, 3);
    assertThat(encodedBase).isEqualTo(Fields.encode(base));
    assertThat(encodedChanges).isEqualTo(Fields.encode(changes));
  }

  /** There is one encoding for each set of fields: bytes that pass the check are it. */
  @Property
  void whatPassesTheCheckIsTheEncodingOfWhatItDecodesTo(
      @ForAll("fields") Map<String, byte[]> fields, @ForAll int at, @ForAll byte change) {
    byte[] bytes = Fields.encode(fields);
    if (bytes.length > 0) {
      bytes[Math.floorMod(at, bytes.length)] ^= change;
    }
    try {
      Fields.check(bytes, 0);
    } catch (IllegalArgumentException e) {
      return;
    }
    assertThat(Fields.encode(Fields.decode(bytes, 0))).isEqualTo(bytes);
  }

  @Property
  void anEncodingThatIsCutOffIsRejected(
      @ForAll("fields") Map<String, byte[]> fields, @ForAll int at) {
    byte[] bytes = Fields.encode(fields);
    int length = bytes.length == 0 ? 0 : Math.floorMod(at, bytes.length);
    byte[] cut = Arrays.copyOf(bytes, length);
    try {
      Fields.check(cut, 0);
    } catch (IllegalArgumentException e) {
      return;
    }
    // A cut between two fields leaves fewer fields.
    assertThat(Fields.encode(Fields.decode(cut, 0))).isEqualTo(cut);
  }

  @Example
  void theEncodingIsAsDocumented() {
    assertThat(Fields.encode(Map.of("b", new byte[] {7}, "a", new byte[0])))
        .isEqualTo(HexFormat.of().parseHex("00016100000000" + "00016200000001" + "07"));
  }

  @Example
  void namesAreSortedAsUnsignedBytes() {
    byte[] bytes = Fields.encode(Map.of("é", new byte[0], "z", new byte[0]));
    assertThat(Fields.decode(bytes, 0).keySet()).containsExactly("z", "é");
  }

  @Example
  void twiceTheSameNameIsRejected() {
    assertRejected("00016100000000" + "00016100000000", "not sorted by name at byte 7");
  }

  @Example
  void namesOutOfOrderAreRejected() {
    assertRejected("00016200000000" + "00016100000000", "not sorted by name at byte 7");
  }

  @Example
  void lengthsBeyondTheEndAreRejected() {
    assertRejected("00", "cut off at byte 0");
    assertRejected("ffff61", "cut off at byte 0");
    assertRejected("0001610000000107" + "000162000000", "cut off at byte 8");
    assertRejected("00016100000002" + "07", "cut off at byte 0");
    assertRejected("000161ffffffff" + "07", "cut off at byte 0");
    assertRejected("0001617fffffff" + "07", "cut off at byte 0");
  }

  /** A name that is not UTF-8 would be decoded to another name than the one that was hashed. */
  @Example
  void aNameThatIsNotUtf8IsRejected() {
    assertRejected("0001ff00000000", "not UTF-8 at byte 0");
  }

  @Example
  void aNameOfMoreThan65535BytesIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fields.encode(Map.of("n".repeat(65_536), new byte[0])))
        .withMessage("a field's name has 65536 bytes; at most 65535 are allowed");
  }

  @Example
  void aNameWithoutUtf8IsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fields.encode(Map.of("\ud800", new byte[0])))
        .withMessage("a text has no UTF-8");
  }

  private static void assertRejected(String hex, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fields.check(HexFormat.of().parseHex(hex), 0))
        .withMessageContaining(message);
  }

  private static void assertSame(Map<String, byte[]> actual, Map<String, byte[]> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach((name, value) -> assertThat(value).isEqualTo(expected.get(name)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
