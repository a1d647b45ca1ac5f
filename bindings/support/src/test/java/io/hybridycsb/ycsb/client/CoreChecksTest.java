package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoreChecksTest {
  private static final String USUAL = "-p recordcount=20 -p operationcount=20 ";

  @ParameterizedTest
  @CsvSource({
    "-t -p readproportion=0 -p updateproportion=0, All proportions are 0",
    "-t -p readproportion=-1, readproportion is a number from 0",
    "-load -p readproportion=x, 'readproportion is a number, not ''x'''",
    "-t -p requestdistribution=normal, requestdistribution is one of uniform",
    "-t -p requestdistribution=hotspot -p hotspotdatafraction=0.01, of 20 records are none",
    "-t -p requestdistribution=hotspot -p hotspotdatafraction=1, leaves no other records",
    "-t -p requestdistribution=hotspot -p hotspotopnfraction=80, a number from 0 to 1",
    "-t -p requestdistribution=exponential -p exponential.percentile=0, hardly a key",
    "-load -p fieldcount=0, fieldcount is at least 1",
    "-load -p fieldlengthdistribution=uniform -p fieldlength=0, minfieldlength is at most",
    "-load -p fieldlengthdistribution=histogram -p fieldlengthhistogram=/no/file, a file of"
        + " lengths",
    "-load -p dataintegrity=true -p fieldlengthdistribution=zipfian, goes with",
    "-load -p insertstart=15 -p insertcount=10, but recordcount is 20",
    "-t -p insertstart=20, there are no records from insertstart on",
    "-t -p scanproportion=1 -p maxscanlength=0, minscanlength is at most",
    "-load -p recordcount=3000000000 -p insertstart=2147483647 -p insertcount=2, go beyond",
    "-t -p measurementtype=none, measurementtype is one of",
    "-t -p hdrhistogram.percentiles=95;99, numbers with commas",
    "-t -p hdrhistogram.percentiles=-5, from 0 to 100",
    "-load -p insertcount=0, Give insertcount",
    "-load -p fieldcount=2147483647, fieldcount is at most",
    "-t -p workload=site.ycsb.Workload, can't be made a workload of",
    "-t -db site.ycsb.DB, can't be made a binding of",
    "-t -db site.ycsb.DBWrapper, can't be made a binding of",
    "-t -p exporter=java.lang.String, there is no exporter",
    "-t -p exportfile=/no/directory/file, can't be written",
    "-t -s -p status.interval=0, status.interval is at least 1",
    "-t -p hybrid.exit=always, hybrid.exit is one of strict"
  })
  void whatCannotBeDoneIsRefusedInOneLine(String words, String line) throws Exception {
    ClientRun run = ClientRun.of(USUAL + words);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaints()).singleElement().asString().contains(line);
    assertThat(run.operations()).isZero();
  }

  /** YCSB does all of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-load -p readproportion=0 -p updateproportion=0",
        "-load -p requestdistribution=hotspot -p hotspotdatafraction=0.01",
        "-load -p insertstart=15",
        "-load -p recordcount=3000000000 -p insertcount=20",
        "-load -p minscanlength=5 -p maxscanlength=1",
        "-t -p insertcount=0 -p readproportion=0 -p updateproportion=0 -p insertproportion=1",
        "-t -p requestdistribution=latest -p recordcount=1",
        "-t -p histogram.buckets=x",
        "-t -target -1 -p maxexecutiontime=-1"
      })
  void whatYcsbDoesIsDone(String words) throws Exception {
    ClientRun run = ClientRun.of(USUAL + words);

    assertThat(run.complaints()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.operations()).isEqualTo(20);
  }

  @Test
  void aLoadNeedsNoCountOfOperationsForZipfianKeys() throws Exception {
    assertThat(ClientRun.of("-load -p recordcount=5 -p requestdistribution=zipfian").operations())
        .isEqualTo(5);
  }

  @Test
  void resultsMayReplaceAFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("out"), "old");

    assertThat(ClientRun.of(USUAL + "-t -p exportfile=" + file).status()).isZero();
    assertThat(file).content().contains("[OVERALL], RunTime(ms)");
  }

  @Test
  void aRunWithoutItsNumberOfRecordsIsWarnedOf() throws Exception {
    assertThat(ClientRun.of("-t -p operationcount=5").warnings())
        .singleElement()
        .asString()
        .contains("recordcount is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "readallfields=yes, takes for false",
    "dataintegrity=1, takes for false",
    "insertorder=hash, takes for ordered"
  })
  void aWordThatYcsbTakesForAnotherIsWarnedOf(String property, String line) throws Exception {
    ClientRun run = ClientRun.of(USUAL + "-t -p " + property);

    assertThat(run.warnings()).singleElement().asString().contains(line);
    assertThat(run.operations()).isEqualTo(20);
  }
}
