package dev.tidemark.library.crash;

import dev.tidemark.library.crash.Inode.FileNode;
import dev.tidemark.library.crash.Inode.FolderNode;
import dev.tidemark.library.crash.Inode.NameChange;
import dev.tidemark.library.crash.Inode.Written;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Every disk that a power cut may leave: of all that is not on the medium, any part may be there.
///
/// Of unsynced bytes: none, the beginning up to each line end, each block of 512 bytes, the first
/// and the last byte, or any blocks with zeros in place of the others; and any one of several edits
/// left out. Of unsynced names: any of them, in any order.
///
/// The number is bounded. All combinations are made of the [#NAMES] newest name changes of a folder
/// (the older ones together or not at all), of all blocks up to [#BLOCKS] (beyond that: each alone,
/// all but each), and of the dirty files and folders as far as there are no more than
/// [#COMBINATIONS] (beyond that, one at a time besides all or nothing of the others). The file that
/// only wakes whoever watches has its bytes or has none.
final class PowerCut {
  private static final String HINT = "changes";
  private static final int NAMES = 6;
  private static final int BLOCKS = 5;
  private static final int BLOCK = 512;
  private static final int PREFIXES = 24;
  private static final int COMBINATIONS = 3_000;

  private final FolderNode top;
  private final List<Inode> dirty = new ArrayList<>();
  private final List<List<Object>> variants = new ArrayList<>();

  private PowerCut(FolderNode top) {
    this.top = top;
  }

  /// Shows each of them to somebody, as a folder of which everything is on the medium.
  static void during(FolderNode top, Consumer<FolderNode> somebody) {
    var cut = new PowerCut(top);
    cut.collect("", top, Collections.newSetFromMap(new IdentityHashMap<>()));
    cut.combine(somebody);
  }

  /// Returns a disk with the same on its medium.
  static FolderNode copied(FolderNode top) {
    return (FolderNode) copy(top, Map.of());
  }

  private void collect(String name, Inode node, Set<Inode> seen) {
    if (!seen.add(node)) {
      return;
    }
    if (node.isDirty()) {
      dirty.add(node);
      variants.add(
          node instanceof FileNode file
              ? name.equals(HINT) ? List.of(file.durable(), file.bytes()) : contents(file)
              : names((FolderNode) node));
    }
    if (node instanceof FolderNode folder) {
      folder.durable().forEach((child, there) -> collect(child, there, seen));
      for (var change : folder.pending()) {
        collect(String.valueOf(change.made()), change.node(), seen);
      }
    }
  }

  private void combine(Consumer<FolderNode> somebody) {
    long product = 1;
    for (var each : variants) {
      product = Math.min(Integer.MAX_VALUE, product * each.size());
    }
    if (product <= COMBINATIONS) {
      combine(0, new IdentityHashMap<>(), somebody);
      return;
    }
    for (int varied = 0; varied < dirty.size(); varied++) {
      for (boolean latest : new boolean[] {false, true}) {
        var choice = new IdentityHashMap<Inode, Object>();
        for (int i = 0; i < dirty.size(); i++) {
          choice.put(dirty.get(i), latest ? variants.get(i).getLast() : variants.get(i).getFirst());
        }
        for (var variant : variants.get(varied)) {
          choice.put(dirty.get(varied), variant);
          somebody.accept((FolderNode) copy(top, choice));
        }
      }
    }
  }

  private void combine(int from, Map<Inode, Object> choice, Consumer<FolderNode> somebody) {
    if (from == dirty.size()) {
      somebody.accept((FolderNode) copy(top, choice));
      return;
    }
    for (var variant : variants.get(from)) {
      choice.put(dirty.get(from), variant);
      combine(from + 1, choice, somebody);
    }
  }

  @SuppressWarnings("unchecked") // What is chosen for a folder are its names.
  private static Inode copy(Inode node, Map<Inode, Object> choice) {
    var chosen = choice.get(node);
    if (node instanceof FileNode file) {
      return new FileNode(file.number(), chosen == null ? file.durable() : (byte[]) chosen);
    }
    var folder = (FolderNode) node;
    var copy = new FolderNode(folder.number());
    var names = chosen == null ? folder.durable() : (Map<String, Inode>) chosen;
    names.forEach((name, child) -> copy.names().put(name, copy(child, choice)));
    copy.force();
    return copy;
  }

  /// Returns what the medium may hold of a folder: what it held first, everything last.
  private static List<Object> names(FolderNode folder) {
    var changes = folder.pending();
    int old = Math.max(0, changes.size() - NAMES);
    var found = new LinkedHashSet<Map<String, Inode>>();
    var begin = new HashMap<>(folder.durable());
    found.add(begin);
    reach(changes.subList(old, changes.size()), 0, begin, found);
    if (old > 0) {
      var aged = new HashMap<>(folder.durable());
      changes.subList(0, old).forEach(change -> change.apply(aged));
      reach(changes.subList(old, changes.size()), 0, aged, found);
    }
    var latest = new HashMap<>(folder.names());
    found.remove(latest);
    var all = new ArrayList<Object>(found);
    all.add(latest);
    return all;
  }

  /// Takes any of the changes that were not taken, in any order.
  private static void reach(
      List<NameChange> changes,
      int taken,
      Map<String, Inode> names,
      Set<Map<String, Inode>> found) {
    for (int i = 0; i < changes.size(); i++) {
      if ((taken >> i & 1) == 0) {
        var next = new HashMap<>(names);
        changes.get(i).apply(next);
        found.add(next);
        reach(changes, taken | 1 << i, next, found);
      }
    }
  }

  /// Returns what the medium may hold of a file: what it held first, everything last.
  private static List<Object> contents(FileNode file) {
    var found = new ArrayList<byte[]>();
    found.add(file.durable());
    var edits = file.pending();
    var there = file.durable();
    for (var edit : edits) {
      if (edit instanceof Written written) {
        torn(there, written, found);
      }
      there = edit.applied(there);
      found.add(there);
    }
    for (int left = 0; left < edits.size() - 1; left++) {
      var without = file.durable();
      for (int i = 0; i < edits.size(); i++) {
        without = i == left ? without : edits.get(i).applied(without);
      }
      found.add(without);
    }
    var distinct = new ArrayList<Object>();
    for (int i = 0; i < found.size(); i++) {
      var content = found.get(i);
      boolean later =
          found.subList(i + 1, found.size()).stream().anyMatch(it -> Arrays.equals(it, content));
      if (!later) {
        distinct.add(content);
      }
    }
    return distinct;
  }

  private static void torn(byte[] before, Written written, List<byte[]> found) {
    var data = written.data();
    for (int end : prefixes(written)) {
      found.add(new Written(written.offset(), Arrays.copyOf(data, end)).applied(before));
    }
    int first = written.offset() / BLOCK;
    int blocks = (written.offset() + data.length - 1) / BLOCK - first + 1;
    int all = blocks > 30 ? -1 : (1 << blocks) - 1;
    for (int mask : blocks <= BLOCKS ? everyMask(all) : someMasks(blocks)) {
      var kept = new byte[data.length];
      for (int i = 0; i < data.length; i++) {
        int block = Math.min(30, (written.offset() + i) / BLOCK - first);
        kept[i] = (mask >> block & 1) == 0 ? 0 : data[i];
      }
      found.add(new Written(written.offset(), kept).applied(before));
    }
  }

  private static int[] everyMask(int all) {
    var masks = new int[all + 1];
    Arrays.setAll(masks, i -> i);
    return masks;
  }

  private static int[] someMasks(int blocks) {
    int bits = Math.min(31, blocks);
    var masks = new int[2 * bits + 3];
    for (int i = 0; i < bits; i++) {
      masks[i] = 1 << i;
      masks[bits + i] = ~(1 << i);
    }
    masks[2 * bits] = 0;
    masks[2 * bits + 1] = 0x55555555;
    masks[2 * bits + 2] = 0xAAAAAAAA;
    return masks;
  }

  private static List<Integer> prefixes(Written written) {
    var data = written.data();
    var ends = new LinkedHashSet<Integer>();
    ends.add(1);
    for (int i = 0; i < data.length; i++) {
      if (data[i] == '\n') {
        ends.add(i);
        ends.add(i + 1);
      }
      if ((written.offset() + i) % BLOCK == 0) {
        ends.add(i);
      }
    }
    ends.add(data.length - 1);
    ends.removeIf(end -> end <= 0 || end >= data.length);
    var list = new ArrayList<>(ends);
    while (list.size() > PREFIXES) {
      list.remove(list.size() / 2);
    }
    return list;
  }
}
