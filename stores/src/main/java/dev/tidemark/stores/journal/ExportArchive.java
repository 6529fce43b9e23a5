package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.stores.journal.record.Hashes;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// Export archive: all files of a store in a zip file, whose first entry, `manifest.json`, lists
/// the others in their order, with length and SHA-256. The same files make the same bytes.
///
/// An archive with receipts has a format of its own, which older versions refuse as a newer one.
///
/// The zip structure around the entries, its central directory included, must be exactly as
/// [#bytes] writes it: a truncated file is rejected.
public final class ExportArchive {
  private static final String MANIFEST = "manifest.json";
  private static final String FORMAT = "format";
  private static final int VERSION = 1;
  private static final int WITH_RECEIPTS = 2;
  private static final int MANIFEST_MAX = 64 * 1024 * 1024;

  /// A constant time, so that the same files make the same bytes. The zip epoch is this year, and
  /// its very first moment would be converted by the local time zone.
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0, 2);

  private ExportArchive() {}

  /// Returns the bytes of the archive.
  ///
  /// @throws ForbiddenException if there are more files than [#read] would take
  public static byte[] bytes(List<Item> items) {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      var manifest = Utf8.encode(JsonText.pretty(manifest(items)) + "\n");
      if (manifest.length > MANIFEST_MAX) {
        throw new ForbiddenException(
            items.size() + " files are more than one export can name",
            "Export run by run: `tidemark export FILE --run RUN`.");
      }
      put(zip, MANIFEST, manifest);
      for (var item : items) {
        put(zip, item.path(), item.bytes());
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot fail as a disk does", impossible);
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  private static JsonObject manifest(List<Item> items) {
    var files = new ArrayList<JsonObject>();
    int format = VERSION;
    for (var item : items) {
      format = item.kind() == Item.Kind.RECEIPT ? WITH_RECEIPTS : format;
      var json = JsonObject.builder().add("kind", word(item.kind())).add("path", item.path());
      var run = item.run();
      if (run != null) {
        var id = JsonObject.builder().add("dialect", run.dialect()).add("workflow", run.workflow());
        json.add("run", id.addIfPresent("item", run.item()).build());
      }
      files.add(json.add("bytes", item.size()).add("sha256", Hashes.hex(item.bytes())).build());
    }
    return JsonObject.builder().add(FORMAT, format).add("files", JsonArray.of(files)).build();
  }

  /// Reads an archive and verifies its entries against the manifest.
  ///
  /// @throws MalformedException if it is none, or not whole
  public static List<Item> read(byte[] bytes) {
    try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      var first = zip.getNextEntry();
      if (first == null || !first.getName().equals(MANIFEST)) {
        throw new MalformedException("it is no file that `tidemark export` has written");
      }
      var frame = new ZipFrame(bytes);
      var files = files(zip.readNBytes(MANIFEST_MAX));
      frame.add(first);
      var items = items(files, zip, frame);
      if (zip.getNextEntry() != null) {
        throw new MalformedException("it contains more than its manifest lists");
      }
      if (!frame.isWhole()) {
        throw new MalformedException("it is not whole: its end is missing, or not as it was");
      }
      return items;
    } catch (EOFException cut) {
      throw new MalformedException("it is not whole: it is cut off");
    } catch (IOException | IllegalArgumentException damaged) {
      throw new MalformedException("it is not whole: " + damaged.getMessage());
    }
  }

  private static List<Item> items(List<JsonObject> files, ZipInputStream zip, ZipFrame frame)
      throws IOException {
    var items = new ArrayList<Item>();
    var paths = new HashSet<String>();
    for (var file : files) {
      var entry = zip.getNextEntry();
      var item = item(file, entry, zip);
      if (!paths.add(item.path())) {
        throw new MalformedException("it has " + item.path() + " twice");
      }
      if (entry != null) {
        frame.add(entry);
      }
      items.add(item);
    }
    return items;
  }

  private static List<JsonObject> files(byte[] bytes) {
    var text = Utf8.decode(bytes);
    try {
      if (text.isPresent() && JsonText.parse(text.get(), MANIFEST_MAX) instanceof JsonObject json) {
        var number = json.number(FORMAT);
        long format = number == null ? 0 : number.wholeValue().orElse(0);
        var files = json.array("files");
        if ((format != VERSION && format != WITH_RECEIPTS) || files == null) {
          throw new MalformedException("it was written by a newer version");
        }
        var all = new ArrayList<JsonObject>();
        for (var file : files.elements()) {
          if (!(file instanceof JsonObject object)) {
            throw new MalformedException("its manifest names a file that is none");
          }
          all.add(object);
        }
        return all;
      }
    } catch (JsonException damaged) {
      throw new MalformedException("its manifest is no JSON: " + damaged.getMessage());
    }
    throw new MalformedException("its manifest cannot be read");
  }

  private static Item item(JsonObject file, @Nullable ZipEntry entry, ZipInputStream zip)
      throws IOException {
    var path = file.string("path");
    var kind = kind(file.string("kind"));
    var size = file.number("bytes");
    if (path == null || kind == null || size == null || size.wholeValue().isEmpty()) {
      throw new MalformedException("its manifest names a file that is none");
    }
    if (entry == null || !entry.getName().equals(path)) {
      throw new MalformedException("it does not match its manifest: " + path);
    }
    long length = size.wholeValue().getAsLong();
    var bytes = zip.readNBytes(Math.clamp(length, 0, Integer.MAX_VALUE - 8));
    boolean whole = bytes.length == length && zip.read() < 0;
    if (!whole || !Hashes.hex(bytes).equals(file.string("sha256"))) {
      throw new MalformedException(path + " in it has changed");
    }
    return new Item(kind, run(file.object("run")), path, bytes);
  }

  private static @Nullable CheckpointId run(@Nullable JsonObject json) {
    var dialect = json == null ? null : json.string("dialect");
    var workflow = json == null ? null : json.string("workflow");
    return json == null || dialect == null || workflow == null
        ? null
        : new CheckpointId(dialect, workflow, json.string("item"));
  }

  private static String word(Item.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static Item.@Nullable Kind kind(@Nullable String word) {
    for (var kind : Item.Kind.values()) {
      if (word(kind).equals(word)) {
        return kind;
      }
    }
    return null;
  }
}
