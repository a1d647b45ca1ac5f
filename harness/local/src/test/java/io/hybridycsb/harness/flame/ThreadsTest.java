package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsTest {
  @ParameterizedTest
  @CsvSource({
    "main,main",
    "Thread-12,Thread",
    "pool-2-thread-1,pool-thread",
    "grpc-default-worker-ELG-3-1,grpc-default-worker-ELG",
    "data-plane-kafka-request-handler-7,data-plane-kafka-request-handler",
    "GC Thread#0,GC Thread",
    "G1 Conc#0,G1 Conc",
    "rocksdb:low0,rocksdb:low",
    "from 127.0.0.1:4711,from",
    "C2 CompilerThread0,C2 compiler",
    "C2 CompilerThre,C2 compiler",
    "C1 CompilerThread12,C1 compiler",
    "7,7"
  })
  void namesThatDifferInNumbersOnlyAreOneGroup(String name, String group) {
    assertThat(Threads.group(name)).isEqualTo(group);
    assertThat(Threads.kind(group)).isEqualTo(Threads.kind(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GC Thread#0", "G1 Young RemSet", "VM Thread", "ZWorker#1", "ShenandoahGC"})
  void garbageCollectorsAreKnown(String name) {
    assertThat(Threads.kind(name)).isEqualTo(Threads.Kind.COLLECTOR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"VM Periodic Task Thread", "JFR Thread Samp", "Sweeper thread"})
  void otherThreadsOfTheJvmAreNoPrograms(String name) {
    assertThat(Threads.kind(name)).isEqualTo(Threads.Kind.MACHINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "replica", "Zookeeper-1", "Client", "GCM-worker"})
  void threadsOfProgramsAreTakenForNothingElse(String name) {
    assertThat(Threads.kind(name)).isEqualTo(Threads.Kind.PROGRAM);
  }

  @Test
  void aNameThatTheKernelHasCutIsCompletedByAFullOne() {
    List<String> names = List.of("main", "kafka-producer-network-thread", "log-reader");

    assertThat(Threads.full("kafka-producer-", names)).isEqualTo("kafka-producer-network-thread");
    assertThat(Threads.full("kafka-consumer-", names)).isEqualTo("kafka-consumer-");
    assertThat(Threads.full("log", names)).isEqualTo("log");
  }
}
