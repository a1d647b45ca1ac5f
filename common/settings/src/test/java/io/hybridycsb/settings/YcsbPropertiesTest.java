package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YcsbPropertiesTest {
  @ParameterizedTest
  @CsvSource({
    "requestdistribtion, requestdistribution",
    "readproprotion, readproportion",
    "recordcont, recordcount",
    "operations, operationcount"
  })
  void aMistypedNameIsNearTheOneThatItWasMeantFor(String mistyped, String meant) {
    assertThat(YcsbProperties.meantBy(mistyped)).startsWith(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordcount",
        "hybrid.history",
        "end.with.input",
        "insert.first",
        "bursts",
        "core_workload_insertion_retry_limit",
        "veritas.verify",
        "multi.reads",
        "tpcc.items",
        "verified.bytes",
        "transaction.batch",
        "fieldlengthhistogram.sha256",
        "host"
      })
  void aNameOfYcsbsOrOfSomethingElseIsNotTakenForAMistypedOne(String name) {
    assertThat(YcsbProperties.meantBy(name)).isEmpty();
  }

  @Test
  void numbersAreKnownToo() {
    assertThat(YcsbProperties.NUMBERS).allMatch(YcsbProperties::isKnown);
  }
}
