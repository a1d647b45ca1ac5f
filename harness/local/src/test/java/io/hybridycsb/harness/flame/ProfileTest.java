package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.process.ThreadTimes.Used;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProfileTest {
  private static Stacks seen(String method, int times) {
    Stacks stacks = new Stacks();
    stacks.add(List.of("java.lang.Thread.run", method), times);
    return stacks;
  }

  private static Map<String, Double> widths(Stacks stacks) {
    Map<String, Double> widths = new TreeMap<>();
    addWidths(stacks, "", widths);
    return widths;
  }

  private static void addWidths(Stacks at, String path, Map<String, Double> widths) {
    at.calls()
        .forEach(
            call -> {
              String frame = path + call.getKey();
              widths.put(frame, Math.round(call.getValue().weight() * 1000) / 1000.0);
              addWidths(call.getValue(), frame + ";", widths);
            });
  }

  @Test
  void samplesOfAGroupAreAsWideAsItsTimeOutsideTheKernelOverAllJvms() {
    Profile profile =
        Profile.of(
            List.of(
                new Profile.Jvm(
                    Map.of(11L, new Used("worker-1", 3, 1)),
                    new Samples(Map.of(11L, "worker-1"), Map.of(11L, seen("a.A.read", 30)))),
                new Profile.Jvm(
                    Map.of(22L, new Used("worker-2", 1, 0)),
                    new Samples(Map.of(22L, "worker-2"), Map.of(22L, seen("a.A.write", 10))))));

    assertThat(widths(profile.stacks()))
        .containsExactly(
            Map.entry("worker", 5.0),
            Map.entry("worker;[kernel]", 1.0),
            Map.entry("worker;java.lang.Thread.run", 4.0),
            Map.entry("worker;java.lang.Thread.run;a.A.read", 3.0),
            Map.entry("worker;java.lang.Thread.run;a.A.write", 1.0));
  }

  @Test
  void theNumberOfSamplesGivesAGroupNoWidth() {
    Profile profile =
        Profile.of(
            List.of(
                new Profile.Jvm(
                    Map.of(1L, new Used("idle", 0, 0), 2L, new Used("busy", 2, 0)),
                    new Samples(
                        Map.of(1L, "idle", 2L, "busy"),
                        Map.of(1L, seen("a.A.wait", 1000), 2L, seen("a.A.work", 1))))));

    assertThat(widths(profile.stacks()))
        .containsOnlyKeys(
            "busy", "busy;java.lang.Thread.run", "busy;java.lang.Thread.run;a.A.work");
  }

  @Test
  void compilersAndCollectorsAreFramesOfTheirOwn() {
    Profile profile =
        Profile.of(
            List.of(
                new Profile.Jvm(
                    Map.of(
                        1L, new Used("C2 CompilerThre", 2, 0.5),
                        2L, new Used("C1 CompilerThre", 1, 0),
                        3L, new Used("GC Thread#0", 0.5, 0),
                        4L, new Used("GC Thread#1", 0.25, 0)),
                    new Samples(Map.of(1L, "C2 CompilerThread0"), Map.of()))));

    assertThat(profile.compilerSeconds()).isCloseTo(3.5, within(1e-9));
    assertThat(profile.collectorSeconds()).isCloseTo(0.75, within(1e-9));
    assertThat(widths(profile.stacks()))
        .containsEntry("C2 compiler", 2.5)
        .containsEntry("C2 compiler;[kernel]", 0.5)
        .containsEntry("C1 compiler", 1.0)
        .containsEntry("GC Thread", 0.75);
  }

  @Test
  void aThreadWhoseFullNameOneJvmTellsIsOfTheSameGroupInTheOther() {
    Profile profile =
        Profile.of(
            List.of(
                new Profile.Jvm(
                    Map.of(1L, new Used("kafka-producer-", 1, 0)),
                    new Samples(
                        Map.of(1L, "kafka-producer-network-1"), Map.of(1L, seen("a.A.send", 5)))),
                new Profile.Jvm(
                    Map.of(1L, new Used("kafka-producer-", 1, 0)),
                    new Samples(Map.of(), Map.of()))));

    assertThat(widths(profile.stacks()))
        .containsEntry("kafka-producer-network", 2.0)
        .containsEntry("kafka-producer-network;java.lang.Thread.run;a.A.send", 2.0);
  }
}
