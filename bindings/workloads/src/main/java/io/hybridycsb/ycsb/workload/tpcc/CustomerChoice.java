package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.workload.tpcc.schema.Row;
import io.hybridycsb.ycsb.workload.tpcc.schema.Tables;
import java.util.List;

/**
 * Whom a transaction is about: a customer by number or by last name.
 *
 * @param number 0 if by last name
 * @param lastName empty if by number
 */
record CustomerChoice(int warehouse, int district, int number, String lastName) {

  /**
   * Reads the customer's row. Of those with the same last name it is the one in the middle, by
   * first names, or before the middle (2.5.2.2).
   */
  Row read(Transaction transaction) {
    int found = lastName.isEmpty() ? number : inTheMiddle(transaction);
    return Row.read(transaction, Tables.CUSTOMER, Tables.key(warehouse, district, found));
  }

  private int inTheMiddle(Transaction transaction) {
    String key = Tables.nameKey(warehouse, district, lastName);
    List<String> numbers = Row.read(transaction, Tables.CUSTOMER_NAME, key).list("c_ids");
    return Integer.parseInt(numbers.get((numbers.size() - 1) / 2));
  }
}
