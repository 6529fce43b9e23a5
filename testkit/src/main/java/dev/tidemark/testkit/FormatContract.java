package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnusableException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What every [Format] promises. A format's test extends this and supplies the documents.
///
/// So thorough that a bug it misses is a bug of this class.
public abstract class FormatContract<C extends Checkpoint> {
  /// What a byte is flipped to, besides each of its neighbours in the code table.
  private static final String FLIPS = "\0 \"'{}[]:,-0e\\\n\u007f";

  /// The tag of a test that takes seconds, which is too long to be run for each mutant.
  public static final String THOROUGH = "thorough";

  /// A document as some tool writes it.
  ///
  /// @param name of its file
  /// @param text with LF line ends, without byte order mark
  public record Golden(String name, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  /// A change of a checkpoint.
  ///
  /// @param change makes it
  /// @param about whether it may touch a line; a comma at a line's end belongs to the next line
  public record Edit<C>(UnaryOperator<C> change, Predicate<String> about) {}

  /// Returns the format under test.
  protected abstract Format<C> format();

  /// Returns the run that the documents are about.
  protected abstract CheckpointId id();

  /// Returns documents of all kinds, among them some with unknown content at every level.
  protected abstract List<Golden> goldens();

  /// Returns changes that apply to every golden.
  protected abstract List<Edit<C>> edits();

  /// Returns documents of versions we do not know.
  protected abstract List<String> newerDocuments();

  /// Returns documents that are too large, too deep or something else altogether.
  protected abstract List<String> unusableDocuments();

  /// Returns checkpoints of all kinds.
  @Provide
  protected abstract Arbitrary<C> checkpoints();

  @Property(tries = 300)
  @Proves({"R-COM-05", "R-USR-25"})
  void what_was_encoded_decodes_to_an_equal_checkpoint(@ForAll("checkpoints") C checkpoint) {
    var text = format().encode(checkpoint, "");

    assertThat(decode(text)).isEqualTo(checkpoint);
  }

  @Property(tries = 300)
  void a_checkpoint_encodes_over_any_document_and_survives(
      @ForAll("checkpoints") C before, @ForAll("checkpoints") C after) {
    var text = format().encode(after, format().encode(before, ""));

    assertThat(decode(text)).isEqualTo(after);
  }

  @Test
  @Proves({"R-COM-04", "R-COM-05"})
  void what_was_decoded_encodes_to_the_same_bytes() {
    for (var golden : goldens()) {
      for (var text : variants(golden)) {
        assertThat(format().encode(decode(text), text)).as(golden.name()).isEqualTo(text);
      }
    }
  }

  @Test
  @Proves({"R-COM-04", "R-COM-05"})
  void a_change_touches_no_line_that_it_is_not_about() {
    for (var golden : goldens()) {
      for (var text : variants(golden)) {
        for (var edit : edits()) {
          var next = format().encode(edit.change().apply(decode(text)), text);

          assertThat(otherLines(next, edit)).as(golden.name()).isEqualTo(otherLines(text, edit));
        }
      }
    }
  }

  @Test
  void line_ends_byte_order_mark_and_final_newline_stay_as_they_are() {
    for (var golden : goldens()) {
      for (var text : variants(golden)) {
        for (var edit : edits()) {
          var next = format().encode(edit.change().apply(decode(text)), text);

          assertThat(next.startsWith("\ufeff")).isEqualTo(text.startsWith("\ufeff"));
          assertThat(next.endsWith("\n")).isEqualTo(text.endsWith("\n"));
          if (text.contains("\r\n")) {
            assertThat(next.replace("\r\n", "")).doesNotContain("\n");
          } else {
            assertThat(next).doesNotContain("\r");
          }
        }
      }
    }
  }

  @Test
  @Proves("R-USR-14")
  void a_document_cut_anywhere_decodes_or_is_a_format_problem() {
    for (var golden : goldens()) {
      for (int end = 0; end < golden.text().length(); end += Proofs.stride(11)) {
        survives(golden.text().substring(0, end));
        survives(golden.text().substring(end));
      }
    }
  }

  @Test
  @Tag(THOROUGH)
  @Proves("R-USR-14")
  void a_document_with_any_byte_flipped_decodes_or_is_a_format_problem() {
    for (var golden : goldens()) {
      byte[] bytes = golden.text().getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at < bytes.length; at += Proofs.stride(37)) {
        byte right = bytes[at];
        for (byte wrong : flips(right)) {
          bytes[at] = wrong;
          text(bytes).ifPresent(this::survives);
        }
        bytes[at] = right;
      }
    }
  }

  @Property(tries = 1000)
  void no_text_at_all_makes_a_format_throw_anything_else(@ForAll String text) {
    survives(text);
  }

  @Test
  @Proves("R-USR-21")
  void a_version_we_do_not_know_is_unknown_and_never_unreadable() {
    for (var text : newerDocuments()) {
      assertThatThrownBy(() -> decode(text)).as(text).isInstanceOf(UnknownVersionException.class);
    }
  }

  @Test
  @Proves("R-USR-14")
  void what_is_no_checkpoint_is_unusable() {
    for (var text : unusableDocuments()) {
      assertThatThrownBy(() -> decode(text)).isInstanceOf(UnusableException.class);
    }
  }

  private C decode(String text) {
    return format().decode(id(), text).checkpoint();
  }

  private void survives(String text) {
    C checkpoint;
    try {
      checkpoint = decode(text);
    } catch (FormatException expected) {
      assertThat(expected).hasMessageMatching("(?s).+");
      return;
    }
    assertThat(format().encode(checkpoint, text)).isEqualTo(text);
    checkpoint.phases();
    checkpoint.decisions();
  }

  private static List<String> variants(Golden golden) {
    var variants = new ArrayList<String>();
    for (var mark : List.of("", "\ufeff")) {
      for (var end : List.of("\n", "\r\n")) {
        var text = mark + golden.text().stripTrailing().replace("\n", end);
        variants.add(text);
        variants.add(text + end);
      }
    }
    return variants;
  }

  /// A document on a single line counts as one line for each of its fields.
  private static <C> List<String> otherLines(String text, Edit<C> edit) {
    var lines = text.strip().contains("\n") ? text.lines() : Arrays.stream(text.split("[,{}]", -1));
    return lines
        .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
        .filter(line -> !edit.about().test(line))
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static byte[] flips(byte right) {
    byte[] some = FLIPS.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[some.length + 4];
    System.arraycopy(some, 0, all, 0, some.length);
    all[some.length] = (byte) (right + 1);
    all[some.length + 1] = (byte) (right - 1);
    all[some.length + 2] = (byte) (right ^ 0x20);
    all[some.length + 3] = (byte) (right ^ 0x80);
    return all;
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      return Optional.of(decoder.decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException noText) {
      return Optional.empty();
    }
  }
}
