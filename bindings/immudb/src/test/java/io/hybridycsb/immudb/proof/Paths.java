package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.List;

/** Roots and proofs by the recursive definitions of RFC 9162, section 2.1. */
final class Paths {
  private Paths() {}

  private static int split(int size) {
    return Integer.highestOneBit(size - 1);
  }

  static Hash root(List<Hash> data) {
    if (data.size() == 1) {
      return Hash.sha256(new byte[] {0}, data.get(0).bytes());
    }
    int left = split(data.size());
    return Hash.sha256(
        new byte[] {1},
        root(data.subList(0, left)).bytes(),
        root(data.subList(left, data.size())).bytes());
  }

  static List<Hash> inclusion(int index, List<Hash> data) {
    if (data.size() == 1) {
      return new ArrayList<>();
    }
    int left = split(data.size());
    boolean isLeft = index < left;
    List<Hash> first = data.subList(0, left);
    List<Hash> second = data.subList(left, data.size());
    List<Hash> path = isLeft ? inclusion(index, first) : inclusion(index - left, second);
    path.add(root(isLeft ? second : first));
    return path;
  }

  /** As the RFC's, but with the old root where that leaves it out. */
  static List<Hash> consistency(int size, List<Hash> data) {
    if (size == data.size()) {
      List<Hash> whole = new ArrayList<>();
      whole.add(root(data));
      return whole;
    }
    int left = split(data.size());
    List<Hash> first = data.subList(0, left);
    List<Hash> second = data.subList(left, data.size());
    boolean isLeft = size <= left;
    List<Hash> proof = isLeft ? consistency(size, first) : consistency(size - left, second);
    proof.add(root(isLeft ? second : first));
    return proof;
  }
}
