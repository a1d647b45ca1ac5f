package io.hybridycsb.verification;

import java.util.List;

/** How people name one of a cluster's nodes. */
public final class NodeNames {
  private NodeNames() {}

  /**
   * The place of a node in the list, from 0.
   *
   * @param nameOrNumber its name, or its number from 1
   * @throws IllegalArgumentException if there is none; the message names all there are
   */
  public static int indexOf(List<String> names, String nameOrNumber) {
    int named = names.indexOf(nameOrNumber);
    if (named >= 0) {
      return named;
    }
    for (int i = 0; i < names.size(); i++) {
      if (Integer.toString(i + 1).equals(nameOrNumber)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "no node '%s'; there are %s, or by number 1 to %d"
            .formatted(nameOrNumber, String.join(", ", names), names.size()));
  }
}
