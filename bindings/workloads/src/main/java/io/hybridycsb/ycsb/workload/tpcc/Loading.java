package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines.Line;
import io.hybridycsb.ycsb.workload.tpcc.schema.RandomText;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Population;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * TPC-C's initial rows (4.3.3.1), an insert for each record: all of a table, then all of the next.
 * What rows have to agree on follows from their numbers, so several processes may load parts.
 */
final class Loading implements Population {
  /** Of each customer, who has paid it as well. */
  private static final long PAID_CENTS = 1000;

  private static final int UNDELIVERED_CENTS_MAX = 999_999;
  private static final int QUANTITY = 5;

  /**
   * A table's rows.
   *
   * @param maker makes one of its index among them, from 0 on, and those that belong to it
   */
  private record Part(int rows, BiFunction<Integer, RandomGenerator, List<Row>> maker) {
    static Part of(int rows, BiFunction<Integer, RandomGenerator, Row> maker) {
      return new Part(rows, maker.andThen(List::of));
    }
  }

  private final Scale scale;
  private final OrderLines layout;
  private final List<Part> parts;
  private final Map<Integer, DistrictContents> contents = new ConcurrentHashMap<>();

  Loading(Scale scale, OrderLines layout) {
    this.scale = scale;
    this.layout = layout;
    int districts = scale.districts();
    int customers = districts * scale.customers();
    parts =
        List.of(
            Part.of(scale.items(), Loading::item),
            Part.of(scale.warehouses(), this::warehouse),
            Part.of(scale.warehouses() * scale.items(), this::stock),
            Part.of(districts, this::district),
            Part.of(districts, this::queue),
            Part.of(customers, this::customer),
            Part.of(customers, this::history),
            Part.of(districts * scale.lastNames(), this::customerName),
            new Part(customers, this::order),
            Part.of(districts * scale.undelivered(), this::newOrder));
  }

  /** The columns of all tables. */
  Map<String, Set<String>> columns() {
    return parts.stream()
        .flatMap(part -> part.maker().apply(0, new Random()).stream().limit(2))
        .map(Row::asNew)
        .collect(Collectors.toMap(NewRecord::table, row -> new HashSet<>(row.fields().keySet())));
  }

  @Override
  public int inserts() {
    return parts.stream().mapToInt(Part::rows).sum();
  }

  @Override
  public List<NewRecord> records(int insert, RandomGenerator random) {
    int index = insert;
    for (Part part : parts) {
      if (index < part.rows()) {
        return part.maker().apply(index, random).stream().map(Row::asNew).toList();
      }
      index -= part.rows();
    }
    throw new IllegalArgumentException("there is no insert " + insert);
  }

  /**
   * Where a row belongs.
   *
   * @param warehouse from 1 on
   * @param district from 1 on
   * @param number within the district, from 1 on
   */
  private record Place(int warehouse, int district, int number) {
    static Place of(int index, int perDistrict) {
      int place = index / perDistrict;
      return new Place(
          place / Scale.DISTRICTS + 1, place % Scale.DISTRICTS + 1, index % perDistrict + 1);
    }

    String key() {
      return Tables.key(warehouse, district, number);
    }
  }

  private DistrictContents contents(Place place) {
    return contents.computeIfAbsent(
        Scale.districtIndex(place.warehouse(), place.district()),
        index -> new DistrictContents(scale, index));
  }

  private static Row item(int index, RandomGenerator random) {
    int id = index + 1;
    return new Row(Tables.ITEM, Tables.key(id))
        .set("i_id", id)
        .set("i_im_id", random.nextInt(1, 10_001))
        .set("i_name", RandomText.letters(random, 14, 24))
        .set("i_price", random.nextInt(100, 10_001))
        .set("i_data", RandomText.data(random));
  }

  private Row warehouse(int index, RandomGenerator random) {
    int id = index + 1;
    Row row =
        new Row(Tables.WAREHOUSE, Tables.key(id))
            .set("w_id", id)
            .set("w_name", RandomText.letters(random, 6, 10))
            .set("w_tax", random.nextInt(2001))
            .set("w_ytd", Scale.DISTRICTS * scale.customers() * PAID_CENTS);
    return address(row, "w_", random);
  }

  private Row stock(int index, RandomGenerator random) {
    int warehouse = index / scale.items() + 1;
    int item = index % scale.items() + 1;
    Row row =
        new Row(Tables.STOCK, Tables.key(warehouse, item))
            .set("s_i_id", item)
            .set("s_w_id", warehouse)
            .set("s_quantity", random.nextInt(10, 101))
            .set("s_ytd", 0)
            .set("s_order_cnt", 0)
            .set("s_remote_cnt", 0)
            .set("s_data", RandomText.data(random));
    for (int district = 1; district <= Scale.DISTRICTS; district++) {
      row.set("s_dist_%02d".formatted(district), RandomText.letters(random, 24, 24));
    }
    return row;
  }

  private Row district(int index, RandomGenerator random) {
    Place place = Place.of(index, 1);
    Row row =
        new Row(Tables.DISTRICT, Tables.key(place.warehouse(), place.district()))
            .set("d_id", place.district())
            .set("d_w_id", place.warehouse())
            .set("d_name", RandomText.letters(random, 6, 10))
            .set("d_tax", random.nextInt(2001))
            .set("d_ytd", scale.customers() * PAID_CENTS)
            .set("d_next_o_id", scale.customers() + 1);
    return address(row, "d_", random);
  }

  private Row queue(int index, RandomGenerator random) {
    Place place = Place.of(index, 1);
    return new Row(Tables.NEW_ORDER_QUEUE, Tables.key(place.warehouse(), place.district()))
        .set("no_d_id", place.district())
        .set("no_w_id", place.warehouse())
        .set("no_o_id", scale.delivered() + 1);
  }

  private Row customer(int index, RandomGenerator random) {
    Place place = Place.of(index, scale.customers());
    DistrictContents.Name name = contents(place).name(place.number());
    Row row =
        new Row(Tables.CUSTOMER, place.key())
            .set("c_id", place.number())
            .set("c_d_id", place.district())
            .set("c_w_id", place.warehouse())
            .set("c_first", name.first())
            .set("c_middle", "OE")
            .set("c_last", name.last())
            .set("c_phone", RandomText.digits(random, 16))
            .set("c_since", System.currentTimeMillis())
            .set("c_credit", random.nextInt(10) == 0 ? "BC" : "GC")
            .set("c_credit_lim", 5_000_000)
            .set("c_discount", random.nextInt(5001))
            .set("c_balance", -PAID_CENTS)
            .set("c_ytd_payment", PAID_CENTS)
            .set("c_payment_cnt", 1)
            .set("c_delivery_cnt", 0)
            .set("c_last_o_id", contents(place).orderOf(place.number()))
            .set("c_data", RandomText.letters(random, 300, 500));
    return address(row, "c_", random);
  }

  private Row history(int index, RandomGenerator random) {
    Place place = Place.of(index, scale.customers());
    String key = Tables.key(place.warehouse(), place.district(), place.number(), 1);
    return new Row(Tables.HISTORY, key)
        .set("h_c_id", place.number())
        .set("h_c_d_id", place.district())
        .set("h_c_w_id", place.warehouse())
        .set("h_d_id", place.district())
        .set("h_w_id", place.warehouse())
        .set("h_date", System.currentTimeMillis())
        .set("h_amount", PAID_CENTS)
        .set("h_data", RandomText.letters(random, 12, 24));
  }

  private Row customerName(int index, RandomGenerator random) {
    Place place = Place.of(index, scale.lastNames());
    String last = contents(place).lastName(place.number() - 1);
    return new Row(Tables.CUSTOMER_NAME, Tables.nameKey(place.warehouse(), place.district(), last))
        .set("c_d_id", place.district())
        .set("c_w_id", place.warehouse())
        .set("c_last", last)
        .set("c_ids", contents(place).customersNamed(place.number() - 1).stream());
  }

  private List<Row> order(int index, RandomGenerator random) {
    Place place = Place.of(index, scale.customers());
    boolean isDelivered = place.number() <= scale.delivered();
    long now = System.currentTimeMillis();
    Row row =
        new Row(Tables.ORDERS, place.key())
            .set("o_id", place.number())
            .set("o_d_id", place.district())
            .set("o_w_id", place.warehouse())
            .set("o_c_id", contents(place).customerOf(place.number()))
            .set("o_entry_d", now)
            .set("o_all_local", 1);
    List<Line> lines =
        Stream.generate(() -> line(place.warehouse(), isDelivered ? now : 0, random))
            .limit(random.nextInt(5, 16))
            .toList();
    if (isDelivered) {
      row.set("o_carrier_id", random.nextInt(1, 11));
    }
    return layout.rows(row, lines);
  }

  private Line line(int warehouse, long deliveredMs, RandomGenerator random) {
    return new Line(
        random.nextInt(1, scale.items() + 1),
        warehouse,
        QUANTITY,
        deliveredMs != 0 ? 0 : random.nextInt(1, UNDELIVERED_CENTS_MAX + 1),
        RandomText.letters(random, 24, 24),
        deliveredMs);
  }

  private Row newOrder(int index, RandomGenerator random) {
    Place place = Place.of(index, scale.undelivered());
    return NewOrder.newOrder(
        place.warehouse(), place.district(), scale.delivered() + place.number());
  }

  /** Columns of an address, which begin with this. */
  private static Row address(Row row, String prefix, RandomGenerator random) {
    return row.set(prefix + "street_1", RandomText.letters(random, 10, 20))
        .set(prefix + "street_2", RandomText.letters(random, 10, 20))
        .set(prefix + "city", RandomText.letters(random, 10, 20))
        .set(prefix + "state", RandomText.letters(random, 2, 2))
        .set(prefix + "zip", RandomText.digits(random, 4) + "11111");
  }
}
