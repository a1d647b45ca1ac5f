package io.hybridycsb.smt;

import java.io.ByteArrayOutputStream;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Walks the part of a tree that many keys touch and writes it down in pre-order. */
final class MultiProofBuilder {
  /** In ascending order of their paths, each once. */
  private final List<Change> keys;

  private final ByteArrayOutputStream codes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream leaves = new ByteArrayOutputStream();
  private final ByteArrayOutputStream hashes = new ByteArrayOutputStream();
  private final Hasher hasher = Hasher.ofThread();
  private final byte[] hash = new byte[Words.HASH_BYTES];
  private int codeCount;
  private int unwritten;

  private MultiProofBuilder(List<Change> keys) {
    this.keys = keys;
  }

  static MultiProof prove(Node root, Collection<Change> keys) {
    if (keys.isEmpty() || keys.size() > MultiProof.MAX_KEYS) {
      throw new IllegalArgumentException(
          "a multi-key proof takes 1 to " + MultiProof.MAX_KEYS + " keys, but got " + keys.size());
    }
    MultiProofBuilder builder = new MultiProofBuilder(List.copyOf(new TreeSet<>(keys)));
    builder.visit(root, 0, builder.keys.size(), 0);
    return builder.finish();
  }

  private void visit(Node node, int from, int to, int depth) {
    if (node == null) {
      code(MultiProof.EMPTY);
    } else if (node instanceof Change leaf) {
      visitLeaf(leaf, from, to);
    } else {
      Node.Inner inner = (Node.Inner) node;
      code(MultiProof.INNER);
      int middle = MultiProofVerifier.middle(keys, from, to, depth);
      visitSide(inner, false, from, middle, depth);
      visitSide(inner, true, middle, to, depth);
    }
  }

  private void visitSide(Node.Inner parent, boolean right, int from, int to, int depth) {
    Node side = Node.part(parent, right, depth);
    if (from < to || side == null) {
      visit(side, from, to, depth + 1);
      return;
    }
    code(MultiProof.HASH);
    if (parent.depth == depth) {
      parent.writeHash(right, hash, 0);
    } else {
      hasher.hash(side, depth + 1, hash, 0);
    }
    hashes.writeBytes(hash);
  }

  private void visitLeaf(Change leaf, int from, int to) {
    for (int i = from; i < to; i++) {
      if (leaf.hasPathOf(keys.get(i))) {
        code(MultiProof.KEY_LEAF);
        return;
      }
    }
    code(MultiProof.OTHER_LEAF);
    leaves.writeBytes(leaf.path());
    leaves.writeBytes(leaf.valueHash());
  }

  private void code(int code) {
    unwritten = unwritten << 2 | code;
    codeCount++;
    if (codeCount % 4 == 0) {
      codes.write(unwritten);
      unwritten = 0;
    }
  }

  private MultiProof finish() {
    if (codeCount % 4 != 0) {
      codes.write(unwritten << (2 * (4 - codeCount % 4)));
    }
    return new MultiProof(
        codes.toByteArray(), codeCount, leaves.toByteArray(), hashes.toByteArray());
  }
}
