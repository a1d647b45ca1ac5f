package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.report.chart.Chart;
import java.util.List;

/**
 * A chart with its texts.
 *
 * @param id name of its files, without their extensions
 * @param unit the meaning of its values, in one line
 * @param note a remark; may be empty
 * @param table its numbers for readers, the first line naming the columns; may be empty
 * @param csv its numbers for programs, the first line naming the columns
 */
public record Figure(
    String id,
    String title,
    String unit,
    String note,
    List<List<String>> table,
    Chart chart,
    List<List<String>> csv) {

  /** One whose chart shows all that readers need. */
  Figure(String id, String title, String unit, String note, Chart chart, List<List<String>> csv) {
    this(id, title, unit, note, List.of(), chart, csv);
  }

  public String csvText() {
    StringBuilder text = new StringBuilder();
    csv.forEach(line -> text.append(Csv.line(line)));
    return text.toString();
  }
}
