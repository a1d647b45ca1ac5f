package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import io.hybridycsb.ycsb.workload.transactions.Readers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The customers and their payments, whose amounts are added up where they were paid. */
final class CustomerCheck {
  private final Scale scale;

  /** By the paying district's index, in cents. */
  private final long[] paidCents;

  CustomerCheck(Scale scale) {
    this.scale = scale;
    paidCents = new long[scale.districts()];
  }

  /** A payment that a customer's row counts, or the one after these, which there must not be. */
  private record Payment(int customer, long number) {}

  /** A payment's row. */
  private record Found(int customer, int districtIndex, long cents) {}

  /** What reads and checks a district's customers, once its orders have been read. */
  Stream<Readers.Task> tasks(DistrictCheck district) {
    int chunk = Readers.RECORDS_PER_TRANSACTION;
    return Readers.Range.split(1, scale.customers() + 1, chunk).stream()
        .map(
            customers ->
                new Readers.Task(customers.size(), session -> check(session, district, customers)));
  }

  private void check(Readers.Session session, DistrictCheck district, Readers.Range customers) {
    Books.District book = district.book();
    List<Row> rows = session.commit(all -> customers(all, book, customers));
    List<Payment> payments = rows.stream().flatMap(CustomerCheck::payments).toList();
    List<Found> found = new ArrayList<>();
    for (Readers.Range part :
        Readers.Range.split(0, payments.size(), Readers.RECORDS_PER_TRANSACTION)) {
      List<Payment> some = payments.subList(part.from(), part.to());
      found.addAll(session.commit(all -> find(all, book, some)));
    }
    add(found);
    Map<Integer, List<Found>> byCustomer =
        found.stream().collect(Collectors.groupingBy(Found::customer));
    for (Row row : rows) {
      List<Found> its = byCustomer.getOrDefault(row.id("c_id"), List.of());
      district.check(row, its.size(), its.stream().mapToLong(Found::cents).sum());
    }
  }

  private static List<Row> customers(
      Transaction transaction, Books.District book, Readers.Range customers) {
    return IntStream.range(customers.from(), customers.to())
        .mapToObj(id -> Tables.key(book.warehouse(), book.district(), id))
        .map(key -> Row.read(transaction, Tables.CUSTOMER, key))
        .toList();
  }

  private static Stream<Payment> payments(Row customer) {
    int id = customer.id("c_id");
    return IntStream.rangeClosed(1, customer.id("c_payment_cnt") + 1)
        .mapToObj(number -> new Payment(id, number));
  }

  private static List<Found> find(
      Transaction transaction, Books.District book, List<Payment> payments) {
    return payments.stream().flatMap(payment -> find(transaction, book, payment).stream()).toList();
  }

  private static Optional<Found> find(
      Transaction transaction, Books.District book, Payment payment) {
    String key =
        Tables.key(book.warehouse(), book.district(), payment.customer(), payment.number());
    return Row.find(transaction, Tables.HISTORY, key)
        .map(
            row ->
                new Found(
                    payment.customer(),
                    Scale.districtIndex(row.id("h_w_id"), row.id("h_d_id")),
                    row.number("h_amount")));
  }

  private synchronized void add(List<Found> found) {
    found.forEach(payment -> paidCents[payment.districtIndex()] += payment.cents());
  }

  /** All payments at a district, once all customers have been checked. */
  synchronized long paidCents(Books.District book) {
    return paidCents[Scale.districtIndex(book.warehouse(), book.district())];
  }
}
