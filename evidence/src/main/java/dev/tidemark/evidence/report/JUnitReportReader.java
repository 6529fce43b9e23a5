package dev.tidemark.evidence.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/// Reader of JUnit XML in every dialect that has `testcase` elements in `testsuite` elements.
///
/// Test cases are counted. The numbers of the suites' attributes count too where they have more
/// failures or errors: a suite that broke before its tests lists none.
final class JUnitReportReader extends ReportReader {
  private static final String NO_DTD = "http://apache.org/xml/features/disallow-doctype-decl";

  private long tests;
  private long failures;
  private long errors;
  private long skipped;

  @Override
  public @Nullable String read(byte[] file) throws UnreadableReportException {
    var suites = new Suites();
    try {
      // The JDK's own parser, none of the class path.
      var factory = SAXParserFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DTD, true);
      factory.setNamespaceAware(true);
      var parser = factory.newSAXParser();
      // The defaults of Java 25; Java 21 has no limit of depth.
      parser.setProperty("jdk.xml.maxElementDepth", "200");
      parser.setProperty("jdk.xml.elementAttributeLimit", "200");
      parser.parse(new InputSource(new ByteArrayInputStream(file)), suites);
    } catch (SAXParseException damaged) {
      throw new UnreadableReportException(
          "line " + damaged.getLineNumber() + ": " + damaged.getMessage());
    } catch (SAXException | IOException damaged) {
      throw new UnreadableReportException(String.valueOf(damaged.getMessage()));
    } catch (ParserConfigurationException impossible) {
      throw new IllegalStateException(impossible);
    }
    tests += suites.tests;
    failures += Math.max(suites.failures, suites.declaredFailures);
    errors += Math.max(suites.errors, suites.declaredErrors);
    skipped += suites.skipped;
    return null;
  }

  @Override
  public Map<String, Long> counts() {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("tests", tests);
    counts.put("failures", failures);
    counts.put("errors", errors);
    counts.put("skipped", skipped);
    return counts;
  }

  @Override
  public List<String> blockers() {
    var blockers = new ArrayList<String>();
    if (failures > 0 || errors > 0) {
      blockers.add(
          number(failures, "failure")
              + " and "
              + number(errors, "error")
              + " in "
              + number(tests, "test"));
    } else if (tests == skipped) {
      blockers.add(tests == 0 ? "it has no test" : "all of " + number(tests, "test") + " skipped");
    }
    return blockers;
  }

  private static String number(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /// Counter of one file.
  private static final class Suites extends DefaultHandler {
    private final Deque<String> open = new ArrayDeque<>();

    private long tests;
    private long failures;
    private long errors;
    private long skipped;
    private long declaredFailures;
    private long declaredErrors;

    /// What became of the test case that is open: the word of its worst element.
    private String result = "";

    @Override
    public void startElement(String uri, String name, String qualified, Attributes attributes)
        throws SAXException {
      boolean suite = name.equals("testsuite") || name.equals("testsuites");
      if (open.isEmpty() && !suite) {
        throw new SAXException("its root is <" + name + ">, not <testsuites> or <testsuite>");
      }
      if (suite) {
        declaredFailures = Math.max(declaredFailures, declared(attributes, "failures"));
        declaredErrors = Math.max(declaredErrors, declared(attributes, "errors"));
      } else if (name.equals("testcase")) {
        result = "notrun".equals(attributes.getValue("status")) ? "skipped" : "";
      } else if (name.equals("failure") || name.equals("error") || name.equals("skipped")) {
        outcome(name);
      }
      open.push(name);
    }

    /// An outcome of a suite itself is none of a test case.
    private void outcome(String name) {
      if ("testcase".equals(open.peek())) {
        boolean worse = result.isEmpty() || result.equals("skipped") || name.equals("error");
        result = worse ? name : result;
      } else if (!name.equals("skipped")) {
        count(name);
      }
    }

    private void count(String outcome) {
      switch (outcome) {
        case "failure" -> failures++;
        case "error" -> errors++;
        case "skipped" -> skipped++;
        default -> {}
      }
    }

    @Override
    public void endElement(String uri, String name, String qualified) {
      open.pop();
      if (name.equals("testcase")) {
        tests++;
        count(result);
      }
    }

    private static long declared(Attributes attributes, String name) throws SAXException {
      var value = attributes.getValue(name);
      try {
        int number = value == null || value.isBlank() ? 0 : Integer.parseInt(value.strip());
        if (number >= 0) {
          return number;
        }
      } catch (NumberFormatException strange) {
        // The same error.
      }
      throw new SAXException("its attribute " + name + " is not a count");
    }

    // Instead of a line on standard error.
    @Override
    public void fatalError(SAXParseException damaged) throws SAXException {
      throw damaged;
    }

    @Override
    public InputSource resolveEntity(@Nullable String publicId, String systemId)
        throws SAXException {
      throw new SAXException("it refers to " + systemId);
    }
  }
}
