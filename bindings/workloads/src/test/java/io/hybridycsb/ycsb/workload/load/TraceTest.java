package io.hybridycsb.ycsb.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.client.OwnLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
  private static final String HEADER = "second,operation,key,size\n";
  private static final String HISTORY =
      "{\"history\":1,\"process\":\"1-a\",\"machine\":\"m\",\"threads\":2,\"begun_ns\":1000}\n";

  @TempDir private Path directory;

  private List<Replayed> all(String text) throws IOException {
    Path file = directory.resolve("trace");
    Files.writeString(file, text);
    List<Replayed> all = new ArrayList<>();
    try (Trace trace = Trace.open(file, 9)) {
      for (Optional<Replayed> next = trace.next(); next.isPresent(); next = trace.next()) {
        all.add(next.get());
      }
    }
    return all;
  }

  private static String line(long invoked, String op, String key, String more) {
    return ("{\"thread\":0,\"invoked_ns\":%d,\"completed_ns\":9,\"op\":\"%s\",\"table\":\"t\","
            + "\"key\":\"%s\",\"status\":\"OK\"%s}\n")
        .formatted(invoked, op, key, more);
  }

  /** bin/ycsb refuses runs of others that have no operationcount; bench gives a trace none. */
  @Test
  void tracesAndCurvesNeedNoOperationcount() {
    assertThat(OwnLength.class).isAssignableFrom(TraceWorkload.class);
    assertThat(OwnLength.class).isAssignableFrom(CurvedWorkload.class);
  }

  @Test
  void aCsvIsReadAsItStands() throws IOException {
    assertThat(all(HEADER + "0,insert,a,100\n0.5,read,b,\n0.5,scan,c,10\n7,delete,a,0\n"))
        .containsExactly(
            new Replayed(0, Replayed.Kind.INSERT, "", "a", 100, Optional.empty()),
            new Replayed(0.5, Replayed.Kind.READ, "", "b", 0, Optional.empty()),
            new Replayed(0.5, Replayed.Kind.SCAN, "", "c", 10, Optional.empty()),
            new Replayed(7, Replayed.Kind.DELETE, "", "a", 0, Optional.empty()));
  }

  @Test
  void aWrongLineOfACsvIsNamed() {
    assertThatThrownBy(() -> all(HEADER + "0,read,a,\n1,write,a,3\n"))
        .hasMessage(
            directory.resolve("trace")
                + ", line 3: expected read, update, insert, delete or scan, not 'write'");
    assertThatThrownBy(() -> all(HEADER + "0,read,a\n")).hasMessageContaining("line 2: expected");
    assertThatThrownBy(() -> all(HEADER + "0,update,a,\n")).hasMessageContaining("from 1 to");
    assertThatThrownBy(() -> all(HEADER + "0,read,,\n")).hasMessageContaining("the key is missing");
    assertThatThrownBy(() -> all(HEADER + "1,read,a,\n0,read,a,\n"))
        .hasMessageContaining("line 3: second 0 is not after 1.0");
    assertThatThrownBy(() -> all("a,b\n")).hasMessageContaining("line 1: expected");
  }

  @Test
  void aHistoryIsReplayedInTheOrderInWhichOperationsBegan() throws IOException {
    String fields = ",\"fields\":{\"field0\":\"00\",\"field\\u0041\":\"01\"}";
    assertThat(
            all(
                HISTORY
                    + line(2_000_001_000L, "read", "a", ",\"asked\":[\"x\"],\"fields\":{}")
                    + line(1_000_001_000L, "update", "b\\\"", fields)
                    + line(3_000_001_000L, "scan", "c", ",\"count\":5,\"rows\":[]")
                    + "{\"ended_ns\":3}\n"))
        .containsExactly(
            new Replayed(
                1, Replayed.Kind.UPDATE, "t", "b\"", 9, Optional.of(Set.of("field0", "fieldA"))),
            new Replayed(2, Replayed.Kind.READ, "t", "a", 9, Optional.of(Set.of("x"))),
            new Replayed(3, Replayed.Kind.SCAN, "t", "c", 5, Optional.empty()));
  }

  @Test
  void aWrongLineOfAHistoryIsNamed() {
    assertThatThrownBy(() -> all(HISTORY + "{\"thread\":0,\"invo"))
        .hasMessageContaining("line 2: not a JSON object, or cut off");
    assertThatThrownBy(() -> all(HISTORY + line(1, "transaction", "k", "")))
        .hasMessageContaining("line 2: a history of transactions");
    assertThatThrownBy(() -> all(HISTORY + "{\"op\":\"read\"}\n"))
        .hasMessageContaining("line 2: invoked_ns is missing");
    assertThatThrownBy(() -> all("{\"history\":2}\n")).hasMessageContaining("format 1");
  }
}
