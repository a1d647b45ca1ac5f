package io.hybridycsb.ycsb.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class RecordsTest {
  private final Map<String, byte[]> record = Map.of("a", bytes("1"), "b", bytes("22"));
  private final Map<String, ByteIterator> result = new HashMap<>();

  @Test
  void everyKindOfIteratorGivesItsBytes() {
    Map<String, byte[]> fields =
        Records.toBytes(
            Map.of(
                "text", new StringByteIterator("abc"),
                "bytes", new ByteArrayByteIterator(new byte[] {0, -1, 127}),
                "part", new ByteArrayByteIterator(new byte[] {1, 2, 3, 4}, 1, 2),
                "random", new RandomByteIterator(100)));
    assertThat(fields).containsOnlyKeys("text", "bytes", "part", "random");
    assertThat(fields.get("text")).isEqualTo(bytes("abc"));
    assertThat(fields.get("bytes")).containsExactly(0, -1, 127);
    assertThat(fields.get("part")).containsExactly(2, 3);
    assertThat(fields.get("random")).hasSize(100);
  }

  @Test
  void withoutASelectionAllFieldsAreCopied() {
    Records.copySelected(record, null, result);
    assertThat(Records.toBytes(result)).containsOnlyKeys("a", "b").containsEntry("b", bytes("22"));
  }

  @Test
  void aSelectionTakesThoseFieldsThatAreThere() {
    Records.copySelected(record, Set.of("b", "absent"), result);
    assertThat(Records.toBytes(result)).containsOnlyKeys("b");
  }

  @Test
  void theStatusesDifferFromAllOfYcsbsAndFromEachOther() {
    Set<Status> all =
        new HashSet<>(
            Set.of(
                Status.OK,
                Status.ERROR,
                Status.NOT_FOUND,
                Status.NOT_IMPLEMENTED,
                Status.UNEXPECTED_STATE,
                Status.BAD_REQUEST,
                Status.FORBIDDEN,
                Status.SERVICE_UNAVAILABLE,
                Status.BATCHED_OK));
    for (Status own : Set.of(Statuses.ABORTED, Statuses.UNKNOWN, Statuses.VERIFICATION_FAILED)) {
      assertThat(all.add(own)).isTrue();
      assertThat(own.isOk()).isFalse();
    }
    assertThat(all.stream().map(Status::getName).distinct()).hasSize(all.size());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
