package io.hybridycsb.relational.node.database.agree;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Arguments, keys and fields, the usual ones and those that databases differ over. */
final class RandomValues {
  private static final List<String> USUAL =
      List.of("1", "2", "7", "12", "100", "k0", "k1", "k2", "a", "b c", "1 2 3", "x,y");

  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "  ",
          "k0 ",
          " k0",
          "K0",
          "A",
          "a ",
          "B",
          "ß",
          "ss",
          "é",
          "e\u0301",
          "日本",
          "🙂",
          "ключ",
          "İ",
          "ı",
          "\t",
          "\n",
          "'",
          "\"",
          "\\",
          "\\x41",
          "\\'",
          "%",
          "_",
          "a\u00a0",
          "$1",
          "--",
          " 12",
          "12 ",
          "\t3",
          "+5",
          "-7",
          "- 7",
          "-0",
          "007",
          "1e3",
          "1.5",
          "0x10",
          "1_000",
          "NULL",
          "٣",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "00000000000000000000001",
          "x".repeat(16_383),
          "x".repeat(16_384),
          "é".repeat(16_383),
          "🙂".repeat(8_200),
          "1 ".repeat(8_000),
          "z".repeat(65_535));

  /** No texts in UTF-8, each for another reason; the last one has a 0. */
  private static final List<ByteString> NO_TEXTS =
      List.of("ff", "c3", "6180", "c080", "eda080", "f4908080", "f0808080", "e282", "6100").stream()
          .map(hex -> ByteString.copyFrom(HexFormat.of().parseHex(hex)))
          .toList();

  private static final List<Long> NUMBERS =
      List.of(0L, 1L, 2L, 3L, 4L, 7L, 10L, 100L, -1L, -2L, -7L, 1L << 31, 1L << 53, 3_037_000_500L);

  private static final List<Long> ODD_NUMBERS =
      List.of(
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE + 1,
          1L << 62,
          16_384L);

  /** Keys that records have: few, so that calls meet. */
  static final List<String> KEYS =
      List.of("k0", "k1", "k2", "a", "1", "2", "7", "12", "100", "K0", "k0 ", " ", "ß", "日本", "🙂");

  private final RandomChoices choices;

  RandomValues(RandomChoices choices) {
    this.choices = choices;
  }

  String text() {
    return choices.of(choices.oneIn(4) ? ODD : USUAL);
  }

  /** One that stands in a procedure. */
  String literal() {
    String text = text().replace("\\", "/");
    return text.length() > 100 ? text.substring(0, 2) : text;
  }

  long number() {
    return choices.of(choices.oneIn(8) ? ODD_NUMBERS : NUMBERS);
  }

  String key() {
    return choices.of(KEYS);
  }

  ByteString field() {
    return choices.oneIn(12)
        ? choices.of(NO_TEXTS)
        : ByteString.copyFromUtf8(
            choices.oneIn(2)
                ? Integer.toString(choices.below(1_000))
                : choices.oneIn(10) ? words() : text());
  }

  private String words() {
    return String.join(" ", IntStream.range(0, 5).mapToObj(i -> "" + choices.below(99)).toList());
  }
}
