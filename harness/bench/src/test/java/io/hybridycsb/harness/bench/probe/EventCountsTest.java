package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ContextSwitches;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EventCountsTest {
  private static final SortedMap<String, Double> FRAMES =
      new TreeMap<>(Map.of(Counters.CLIENT_FRAMES, 600.0));

  private static Phase phase(long accepted, Map<String, Map<String, Long>> statuses) {
    SortedMap<String, Operations> operations = new TreeMap<>();
    statuses.forEach(
        (kind, some) ->
            operations.put(
                kind, new Operations(new TreeMap<>(some), Optional.empty(), Optional.empty())));
    return new Phase(10, 0, 0, accepted, operations);
  }

  private static Optional<Events> events(Phase phase) {
    return EventCounts.of(phase, 1, FRAMES, List.of());
  }

  private static ProcessCost process(String role, long switches) {
    Optional<ContextSwitches> known =
        switches < 0 ? Optional.empty() : Optional.of(new ContextSwitches(switches, 0));
    return new ProcessCost(role, 1, 0, Optional.empty(), Optional.empty(), known, Optional.empty());
  }

  @Test
  void allEventsAreDividedByTheUpdatesThatWereCommitted() {
    Phase phase =
        phase(0, Map.of("READ", Map.of("OK", 200L), "UPDATE", Map.of("OK", 100L, "ERROR", 7L)));

    assertThat(events(phase))
        .contains(new Events(Events.UPDATE, 100, new TreeMap<>(Map.of("client frames", 6.0))));
  }

  @Test
  void transactionsAreCountedAsSuchAndReadsWhereNothingIsWritten() {
    Phase transactions = phase(0, Map.of("TRANSACTION", Map.of("OK", 300L, "REFUSED", 9L)));
    Phase reads = phase(0, Map.of("READ", Map.of("OK", 150L, "NOT_FOUND", 50L)));

    assertThat(events(transactions).orElseThrow().per()).isEqualTo(Events.TRANSACTION);
    assertThat(events(transactions).orElseThrow().each()).containsEntry("client frames", 2.0);
    assertThat(events(reads).orElseThrow().per()).isEqualTo(Events.OPERATION);
    assertThat(events(reads).orElseThrow().each()).containsEntry("client frames", 3.0);
  }

  @Test
  void nothingIsDividedByWritesThatWereOnlyAcceptedOrByNone() {
    assertThat(events(phase(100, Map.of("UPDATE", Map.of("OK", 100L))))).isEmpty();
    assertThat(events(phase(0, Map.of("UPDATE", Map.of("ERROR", 100L))))).isEmpty();
  }

  @Test
  void updatesAreThoseOfTheTimeInWhichEventsWereCounted() {
    Phase phase = phase(0, Map.of("UPDATE", Map.of("OK", 100L)));

    Events events = EventCounts.of(phase, 1.5, FRAMES, List.of()).orElseThrow();

    assertThat(events.count()).isEqualTo(150);
    assertThat(events.each()).containsEntry("client frames", 4.0);
  }

  @Test
  void aBrokersRequestsAreThoseThatWriteAndThoseThatRead() {
    SortedMap<String, Double> counters =
        new TreeMap<>(
            Map.of(
                Counters.KAFKA_PRODUCES, 40.0,
                Counters.KAFKA_FETCHES, 90.0,
                Counters.KAFKA_WRITTEN, 50.0));

    Events events =
        EventCounts.of(phase(0, Map.of("UPDATE", Map.of("OK", 100L))), 1, counters, List.of())
            .orElseThrow();

    assertThat(events.each())
        .isEqualTo(Map.of("broker requests", 1.3, "log fetches", 0.9, "log records", 0.5));
    assertThat(events.inWords())
        .isEqualTo("1.30 broker requests, of them 0.90 log fetches, 0.50 log records");
  }

  @Test
  void switchesThatAreUnknownOfOneProcessAreUnknownOfAllOfItsKind() {
    Phase phase = phase(0, Map.of("UPDATE", Map.of("OK", 10L)));
    List<ProcessCost> processes =
        List.of(process("node", 300), process("shared-log", 25), process("client", -1));

    Events events = EventCounts.of(phase, 1, new TreeMap<>(), processes).orElseThrow();

    assertThat(events.each()).isEqualTo(Map.of("context switches of servers", 32.5));
  }

  @Test
  void bytesAreToldInThousands() {
    Events events =
        new Events(
            Events.UPDATE,
            1,
            new TreeMap<>(Map.of(Events.ALLOCATED, 95_240.0, Events.SWITCHES_OF_SERVERS, 1234.0)));

    assertThat(events.inWords())
        .isEqualTo("1,234 context switches of servers, 95.2 kB allocated by nodes");
  }
}
