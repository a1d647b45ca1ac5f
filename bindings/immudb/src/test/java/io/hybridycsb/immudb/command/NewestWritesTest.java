package io.hybridycsb.immudb.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.immudb.command.NewestWrites.Write;
import io.hybridycsb.verification.Hash;
import org.junit.jupiter.api.Test;

class NewestWritesTest {
  private static final byte[] ADA = "ada".getBytes(UTF_8);
  private static final byte[] ALAN = "alan".getBytes(UTF_8);

  private static final Hash ONE = Hash.sha256(new byte[] {1});
  private static final Hash TWO = Hash.sha256(new byte[] {2});
  private static final long NEVER = Long.MAX_VALUE;
  private static final long DELETED = 0;

  private final NewestWrites writes = new NewestWrites();

  private Write of(byte[] key) {
    return writes.of(key).orElseThrow();
  }

  @Test
  void ofEachKeyTheNewestWriteIsKept() {
    writes.put(ADA, 1, ONE, NEVER);
    writes.put(ALAN, 2, ONE, NEVER);
    writes.put(ADA, 3, TWO, NEVER);

    assertThat(of(ADA).tx()).isEqualTo(3);
    assertThat(of(ADA).isOf(TWO)).isTrue();
    assertThat(of(ADA).isOf(ONE)).isFalse();
    assertThat(of(ALAN).tx()).isEqualTo(2);
    assertThat(of(ALAN).isOf(ONE)).isTrue();
    assertThat(writes.of("grace".getBytes(UTF_8))).isEmpty();
    assertThat(writes.all()).hasSize(2);
  }

  @Test
  void aDeletedKeyIsNotCountedUntilItIsWrittenAgain() {
    writes.put(ADA, 1, ONE, NEVER);
    writes.put(ADA, 2, ONE, DELETED);
    assertThat(writes.count()).isZero();

    writes.put(ADA, 3, ONE, NEVER);
    assertThat(writes.count()).isEqualTo(1);
  }

  @Test
  void aValueIsHiddenFromTheSecondInWhichItExpires() {
    writes.put(ADA, 1, ONE, 1_000);

    assertThat(of(ADA).isHiddenAt(999)).isFalse();
    assertThat(of(ADA).isHiddenAt(1_000)).isTrue();
  }

  @Test
  void whatTheIndexHasStaysFoundWhenItIsWrittenAgain() {
    writes.put(ADA, 1, ONE, NEVER);
    writes.found(ADA);
    writes.found(ALAN);
    writes.put(ADA, 2, ONE, NEVER);

    assertThat(of(ADA).isFound()).isTrue();
    assertThat(writes.of(ALAN)).isEmpty();
  }
}
