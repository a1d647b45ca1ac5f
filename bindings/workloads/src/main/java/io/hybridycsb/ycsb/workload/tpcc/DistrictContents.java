package io.hybridycsb.ycsb.workload.tpcc;

import io.hybridycsb.ycsb.workload.tpcc.schema.LastNames;
import io.hybridycsb.ycsb.workload.tpcc.schema.NonUniform;
import io.hybridycsb.ycsb.workload.tpcc.schema.RandomText;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What the rows of a district have to agree on when they are loaded, one by one and perhaps by
 * several processes: the customers' names, and whose the initial orders are. It follows from the
 * district's number alone.
 */
final class DistrictContents {
  /** So that each process makes the same. */
  private static final long SEED = 0x7c5c_0b1d_53ed_a91fL;

  /** A customer's names. */
  record Name(String first, String last) {}

  /** By number, from 1 on. */
  private final Name[] names;

  /** Customers' numbers, by first names, for each last name; in the order of the last names. */
  private final List<List<Integer>> byLastName;

  private final List<String> lastNames;

  /** The customer of each order, from 1 on. */
  private final int[] customerOf;

  /** The order of each customer, from 1 on. */
  private final int[] orderOf;

  /**
   * @param index of the district among those of all warehouses
   */
  DistrictContents(Scale scale, int index) {
    SplittableRandom random = new SplittableRandom(SEED + index);
    int customers = scale.customers();
    names = new Name[customers + 1];
    NonUniform lastName = NonUniform.lastNameOfLoad(scale);
    TreeMap<String, List<Integer>> bearers = new TreeMap<>();
    for (int c = 1; c <= customers; c++) {
      // The first thousand have each name once (4.3.3.1).
      int number = c <= scale.lastNames() ? c - 1 : lastName.next(random);
      names[c] = new Name(RandomText.letters(random, 8, 16), LastNames.of(number));
      bearers.computeIfAbsent(names[c].last(), last -> new ArrayList<>()).add(c);
    }
    bearers.values().forEach(list -> list.sort(Comparator.comparing(c -> names[c].first())));
    lastNames = List.copyOf(bearers.keySet());
    byLastName = List.copyOf(bearers.values());
    customerOf = permutation(random, customers);
    orderOf = new int[customers + 1];
    for (int order = 1; order <= customers; order++) {
      orderOf[customerOf[order]] = order;
    }
  }

  private static int[] permutation(SplittableRandom random, int count) {
    int[] numbers = IntStream.rangeClosed(0, count).toArray();
    for (int i = count; i > 1; i--) {
      int other = random.nextInt(1, i + 1);
      int number = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = number;
    }
    return numbers;
  }

  Name name(int customer) {
    return names[customer];
  }

  /** A last name of the district, by its place among them, from 0 on. */
  String lastName(int place) {
    return lastNames.get(place);
  }

  /** The customers with this last name, by their first names. */
  List<Integer> customersNamed(int place) {
    return byLastName.get(place);
  }

  int customerOf(int order) {
    return customerOf[order];
  }

  int orderOf(int customer) {
    return orderOf[customer];
  }
}
