package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which values of a name such as `password` or `token` are secrets. None was ever in use.
class SecretValueTest {
  /// A value up to a `|`, if there is one, with a character before it.
  ///
  /// @param how `q` in quotes, `a` attached to an equals sign, `f` of a firm name
  private static SecretValue value(String shown, String how) {
    int bar = shown.indexOf('|');
    int end = 1 + (bar < 0 ? shown.length() : bar);
    var text = "=" + shown.replace("|", "");
    return new SecretValue(text, 1, end, how.contains("q"), how.contains("a"), how.contains("f"));
  }

  @ParameterizedTest
  @CsvSource({
    // The shortest password has eight characters; with letters of both cases, a digit and a sign
    // seven, attached or in quotes six, as that of a variable or option.
    "Ab1!xyzw, -, true",
    "Ab1!xyz, -, true",
    "Ab1!xy, -, false",
    "Ab1!xy, a, true",
    "Ab1!xy, q, true",
    "Ab1xyzv, -, false",
    "Ab1xyzv, a, false",
    "Ab1xyzv, q, false",
    "Ab1!xy, f, false",
    "Ab1!xy, fa, true",
    "Ab1!xy, fq, true",
    "Ab1!x, fa, false",
    "Ab1!x, fqa, false",
    // Words are passwords in quotes, or as the value of a variable.
    "readable, -, false",
    "readable, f, false",
    "readable, a, false",
    "readable, q, true",
    "readable, fa, true",
    // Attached to a name, a digit, a sign or a joint makes one of a word, and a statement's end.
    "readable1, a, true",
    "readable0, a, true",
    "readable9, a, true",
    "readable!, a, true",
    "readable~, a, true",
    "read-able, a, true",
    "read_able, a, true",
    "read/able, a, true",
    "97.53.18.64, a, true",
    "/read-able, a, false",
    "readABLE, a, false",
    "readable:, a, false",
    "READABLE, a, false",
    "readable|;, a, true",
    "readABLE|;, a, true",
    "readable|;, -, false",
    // Otherwise a digit or a sign, and no joint.
    "readable1, -, true",
    "readable0, -, true",
    "readable9, -, true",
    "readable!, -, true",
    "readable@, f, true",
    "97531864!, -, true",
    "read-able, -, false",
    "read_able, -, false",
    "97-53-18-64, -, false",
    "97_53_18_64, -, false",
    "97.53.18.64, -, false",
    "97/53/18/64, -, false",
    "readABLE, -, false",
    "readable:, -, false",
    "97531864, -, false",
    // Zeros are none; hexadecimal digits may be one.
    "00000000000000000000000000000000, qaf, false",
    "0f1e2d3c4b5a69788796a5b4c3d2e1f0, qaf, true",
    "0f1e2d3c4b5a69788796a5b4c3d2e1f, q, true",
    "0f1e2d3c4b5a69788796a5b4c3d2e1g0, q, true",
    // Code is none, unless it is in quotes.
    "getToken1|(x), a, false",
    "getToken1|[0], a, false",
    "getToken1|(x), q, true",
    "config.readable, af, false",
    "Config.readAble, af, false",
    "az.AZ_az.AZ, af, false",
    "config?.readable, af, false",
    "config!.readable, af, false",
    "config.readable, q, true",
    "config.readable1, a, true",
    "config.read@ble, a, true",
    "config.read[ble, a, true",
    "config.read`ble, a, true",
    "config.read{ble, a, true",
    "configreadable!, a, true",
  })
  void a_password_is_no_word_and_no_code(String shown, String how, boolean is) {
    assertThat(value(shown, how).isPassword()).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "9af3klm2pqr7stu1, true, true",
    "9af3klm2pqr7stu, false, true",
    "9af3klm2pqr, false, false",
    "9aaaaaaaaaaaaaaa, false, false",
    "efghijklmnopqrst, false, false",
    // Digests and UUIDs are keys of some names only.
    "0f1e2d3c4b5a69788796a5b4c3d2e1f0, false, true",
    "0f1e2d3c4b5a69788796a5b, false, false",
    "00000000000000000000000000000000, false, false",
    "1b4e28ba-2fa1-11d2-883f-0016d3cca427, false, true",
    // Addresses are none; a base64 text of 40 characters may have two slashes.
    "9af3klm2//pqr7stu1, false, false",
    "9Af3kLm2//PqR7sTu1VwXy9Af3kLm2PqR7sTu1Vw, true, true",
    "9Af3kLm2//PqR7sTu1VwXy9Af3kLm2PqR7sTu1VwX, false, false",
    // Joined words are none.
    "check-the-1st-rule-by-name, false, false",
    "check_the_1st_rule_by_name, false, false",
    "check.the.1st.rule.by.name, false, false",
    "check/the/1st/rule/by/name, false, false",
    "check:the:1st:rule:by:name, false, false",
    "check-the1strulebyname, true, true",
    "check-the-1strulebyname, false, false",
    "check-the-1st-Zule-by-name, false, false",
    "ch3ck-the-1st-Aule-by-nam3, true, true",
    "e1-g2-h3-i4-jklmnopq, false, false",
    "e0-g9-h3-i4-jklmnopq, false, false",
    "e1-g2-h3-i4-jklmnop, true, true",
    "e0-g9-h3-i4-jklmnop, true, true",
    "e1-g2-h3-i4-k5-lmnopqrstuvwxyz, true, true",
    "check-the-1st-rule-by-name|(, false, false",
    "9af3klm2pqr7stu1|(x), false, false",
  })
  void a_key_is_mixed_and_no_address_and_no_words(String shown, boolean other, boolean identity) {
    assertThat(value(shown, "a").isKey(false)).isEqualTo(other);
    assertThat(value(shown, "a").isKey(true)).isEqualTo(identity);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "$TOKEN12",
        "<token1>",
        "{token1}",
        "[token1]",
        "%TOKEN1%",
        "*9rt7Kwq",
        ".9rt7Kwq",
        "(9rt7Kwq",
        "#{9rt7Kwq}",
        "%(9rt7)s",
        "put-YOUR-own",
        "9rt-changeme",
        "9rt-change-me",
        "9rt-change_me",
        "9xxxx9",
        "r1234567r",
        "9rt****",
        "9rt7${KWQ}",
        "9rt7{{kwq}}",
        "9rt-example-7",
        "my-password",
        "my-passwd-9",
        "password1",
        "localhost",
        "LOCALHOST",
        "sha256-9rt7Kwq",
        "sha512:9rt7Kwq",
        "pbkdf2_9rt7Kwq",
        "letmein",
        "Ctrl+Shift+K",
        "goes-here",
      })
  void a_placeholder_stands_for_a_secret(String text) {
    assertThat(SecretValue.isPlaceholder("'" + text + "'", 1, 1 + text.length())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9rt7Kwq",
        "9rt$Kwq",
        "xxx9rt7",
        "passwd12",
        "localhost9",
        "9sha256",
        "Sphere42",
        "Alt+Otter9Kiesel",
        "9rt{Kwq",
        "#9rt7Kwq",
        "%9rt7Kwq"
      })
  void other_values_do_not(String text) {
    assertThat(SecretValue.isPlaceholder("'" + text + "'", 1, 1 + text.length())).isFalse();
  }
}
