package io.hybridycsb.it.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.WriteEffect;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** The harness and the bindings take the same statuses for those of writes without effect. */
class StatusesAgreeTest {

  private static List<Status> all() throws IllegalAccessException {
    List<Status> statuses = new ArrayList<>();
    for (Class<?> names : List.of(Status.class, Statuses.class)) {
      for (Field field : names.getFields()) {
        if (field.getType() == Status.class) {
          statuses.add((Status) field.get(null));
        }
      }
    }
    return statuses;
  }

  @Test
  void everyStatusSaysTheSameOfAWrite() throws Exception {
    assertThat(all())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            status ->
                assertThat(WriteEffect.isNone(status.getName()))
                    .as(status.getName())
                    .isEqualTo(Statuses.isWithoutEffect(status)));
  }
}
