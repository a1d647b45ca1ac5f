package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** A table of a page, told column by column: each row is about one thing. */
final class Table<R> {
  private final String style;
  private final Function<R, String> rowStyle;
  private final List<String> names = new ArrayList<>();
  private final List<BiConsumer<Markup, R>> cells = new ArrayList<>();
  private Function<R, List<String>> attributes = row -> List.of();
  private Consumer<Markup> foot = page -> {};

  /**
   * @param style the table's class; null for none
   */
  Table(String style) {
    this(style, row -> null);
  }

  /**
   * @param rowStyle a row's class; null for none
   */
  Table(String style, Function<R, String> rowStyle) {
    this.style = style;
    this.rowStyle = rowStyle;
  }

  /** A column of which each cell is written as a whole. */
  Table<R> cells(String name, BiConsumer<Markup, R> cell) {
    names.add(name);
    cells.add(cell);
    return this;
  }

  /** The rows' names. */
  Table<R> heads(String name, Function<R, String> text) {
    return cells(name, (page, row) -> page.element("th", text.apply(row), "scope", "row"));
  }

  /**
   * @param attributes of each cell, names and values in turn
   */
  Table<R> texts(String name, Function<R, String> text, Object... attributes) {
    return cells(name, (page, row) -> page.element("td", text.apply(row), attributes));
  }

  Table<R> numbers(String name, Function<R, OptionalDouble> number) {
    return cells(name, (page, row) -> PageTables.plain(page, number.apply(row)));
  }

  /**
   * @param each a row's attributes, names and values in turn
   */
  Table<R> attributes(Function<R, List<String>> each) {
    attributes = each;
    return this;
  }

  /** A last row, which isn't about a thing. */
  Table<R> foot(Consumer<Markup> cells) {
    foot =
        page -> {
          page.open("tfoot").open("tr");
          cells.accept(page);
          page.close().close();
        };
    return this;
  }

  void write(Markup page, List<R> rows) {
    page.open("div", "class", "scroll", "tabindex", 0).open("table", "class", style);
    page.open("thead").open("tr");
    names.forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
    for (R row : rows) {
      List<Object> told = new ArrayList<>(List.of("class"));
      told.add(rowStyle.apply(row));
      told.addAll(attributes.apply(row));
      page.open("tr", told.toArray());
      cells.forEach(cell -> cell.accept(page, row));
      page.close();
    }
    page.close();
    foot.accept(page);
    page.close().close();
  }

  /** Writes it folded below a line that says what it is; nothing without rows. */
  void folded(Markup page, String summary, List<R> rows) {
    if (!rows.isEmpty()) {
      page.open("details").element("summary", summary);
      write(page, rows);
      page.close();
    }
  }
}
