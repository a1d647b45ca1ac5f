package io.hybridycsb.immudb.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.immudb.command.NewestWrites.Write;
import org.junit.jupiter.api.Test;

class NewestWritesTest {
  private static final byte[] ADA = "ada".getBytes(UTF_8);
  private static final byte[] ALAN = "alan".getBytes(UTF_8);

  private final NewestWrites writes = new NewestWrites();

  @Test
  void ofEachKeyTheNewestWriteIsKept() {
    writes.put(ADA, 1, false);
    writes.put(ALAN, 2, false);
    writes.put(ADA, 3, false);

    assertThat(writes.of(ADA)).contains(new Write(3, false, false));
    assertThat(writes.of(ALAN)).contains(new Write(2, false, false));
    assertThat(writes.of("grace".getBytes(UTF_8))).isEmpty();
    assertThat(writes.all()).hasSize(2);
  }

  @Test
  void aDeletedKeyIsNotCountedUntilItIsWrittenAgain() {
    writes.put(ADA, 1, false);
    writes.put(ADA, 2, true);
    assertThat(writes.count()).isZero();

    writes.put(ADA, 3, false);
    assertThat(writes.count()).isEqualTo(1);
  }

  @Test
  void whatTheIndexHasStaysFoundWhenItIsWrittenAgain() {
    writes.put(ADA, 1, false);
    writes.found(ADA);
    writes.found(ALAN);
    writes.put(ADA, 2, false);

    assertThat(writes.of(ADA)).contains(new Write(2, false, true));
    assertThat(writes.of(ALAN)).isEmpty();
  }
}
