package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.BasicDB;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

class EndedWorkloadTest {
  @TempDir Path directory;

  /** A system that inserts nothing. */
  public static final class Full extends BasicDB {
    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> fields) {
      return Status.BAD_REQUEST;
    }
  }

  private int status(Class<?> system, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                "-db",
                system.getName(),
                "-threads",
                "2",
                "-p",
                "workload=site.ycsb.workloads.CoreWorkload",
                "-p",
                "basicdb.verbose=false",
                "-p",
                "recordcount=10",
                "-p",
                "operationcount=10"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start()
        .waitFor();
  }

  @Test
  @Timeout(60)
  void aLoadOfWhichInsertsFailIsNoSuccess() throws Exception {
    assertThat(status(Full.class, "-load")).isEqualTo(1);
    assertThat(Files.readString(directory.resolve("err")))
        .contains("the load is not complete: 2 threads ended");
    assertThat(Files.readString(directory.resolve("out")))
        .contains("[OVERALL], RunTime(ms)", "[INSERT], Return=BAD_REQUEST, 2");
  }

  @Test
  @Timeout(60)
  void aRunWhoseThreadsDieIsNoSuccess() throws Exception {
    assertThat(status(BasicDB.class, "-t", "-p", "readproportion=0", "-p", "updateproportion=0"))
        .isEqualTo(1);
    assertThat(Files.readString(directory.resolve("err")))
        .contains("2 threads ended with an error");
  }

  @Test
  @Timeout(60)
  void whatEndsAsAskedIsASuccess() throws Exception {
    assertThat(status(BasicDB.class, "-load")).isZero();
    assertThat(status(BasicDB.class, "-t")).isZero();
  }
}
