package dev.tidemark.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Texts that are hard to read: hand-written corner cases, and what random trees become when a
/// character is dropped, doubled or replaced.
final class JsonCorpus {
  private static final String[] CASES = {
    "",
    " ",
    "\n",
    "{}",
    "[]",
    "null",
    "true",
    "false",
    "\"\"",
    "0",
    "-0",
    " 1 ",
    "\t[\r\n]\n",
    "nul",
    "nulll",
    "True",
    "NaN",
    "Infinity",
    "-Infinity",
    "undefined",
    "'a'",
    "{a:1}",
    "[,1]",
    "[1,]",
    "[1,,2]",
    "{,}",
    "{\"a\":1,}",
    "{\"a\"}",
    "{\"a\":}",
    "{:1}",
    "[1 2]",
    "[1",
    "]",
    "}",
    "{\"a\":1",
    "[}",
    "{]",
    "[1]]",
    "{}{}",
    "1 2",
    "//c\n1",
    "/*c*/1",
    "1//c",
    "01",
    "-01",
    "00",
    "1.",
    ".1",
    "1.e1",
    "1e",
    "1e+",
    "1e1.5",
    "1E5",
    "1e-07",
    "0e0",
    "0.0",
    "-0.0",
    "1.0",
    "1e2",
    "+1",
    "--1",
    "- 1",
    "0x10",
    "1_000",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567",
    "\"a",
    "a\"",
    "\"\\\"",
    "\"\\\\\"",
    "\"\\/\"",
    "\"/\"",
    "\"\\b\\f\\n\\r\\t\"",
    "\"\\a\"",
    "\"\\0\"",
    "\"\\x41\"",
    "\"\\'\"",
    "\"\\u\"",
    "\"\\u12\"",
    "\"\\u123g\"",
    "\"\\U0041\"",
    "\"\\u0041\"",
    "\"\\u00e9\\u00E9\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "\"\\uD800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud800x\"",
    "\"\\ud800\\\"",
    "\"\u0000\"",
    "\"\u001f\"",
    "\"\n\"",
    "\"\t\"",
    "\"\u007f\u0080\"",
    "\"\u2028\u2029\"",
    "\"\ud83d\ude00\"",
    "\u00a0[]",
    "[]\u00a0",
    "\u2003[]",
    "[]\u000b",
    "\f[]",
    "[\u0085]",
    "\u0000",
    "[]\u0000",
    "[\"\uff11\"]",
    "\uff11",
    "[1\uff11]",
    "\"\\u\uff11\uff11\uff11\uff11\"",
    "{\"a\":1,\"a\":2}",
    "{\"\":{\"\":[]}}",
    "{\"a\":[{},[],null,{\"b\":[[[1]]]}]}",
    "[[[[[[[[[[]]]]]]]]]]",
    "{\"__proto__\":1}",
    "{\"a\":\"b\" \"c\":1}",
    "{\"a\"=1}",
    "{'a':1}",
    "[1;2]",
    "[true,false,null]",
    "[tru]",
    "\"\ufeff\"",
    "[]\ufeff",
    "\u200b[]",
    "{\"k\":1}garbage",
    "[\"\\u0022\",\"\\u005C\"]",
  };

  /// What is put into texts to spoil them, or not.
  private static final String PUT = "{}[]\",:\\0123456789.eE+-truefalsn \n\u00e9\u0001";

  private JsonCorpus() {}

  /// Returns the corpus, the same at each call.
  static List<String> texts() {
    var texts = new ArrayList<>(List.of(CASES));
    var random = new Random(8259);
    for (int seed = 0; seed < 400; seed++) {
      var trees = new JsonTrees(seed);
      var text = trees.printedWildly(trees.tree(3));
      texts.add(text);
      int at = random.nextInt(text.length());
      var put = PUT.charAt(random.nextInt(PUT.length()));
      texts.add(text.substring(0, at) + text.substring(at + 1));
      texts.add(text.substring(0, at) + put + text.substring(at));
      texts.add(text.substring(0, at) + put + text.substring(at + 1));
    }
    return texts;
  }
}
