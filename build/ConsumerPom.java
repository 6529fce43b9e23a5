import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/// POM of a published module: no parent, no build, no tests, and every version spelled out, with
/// the metadata that Maven Central wants. Made from the POM that the module is built with. That of
/// a BOM manages dependencies and has none.
final class ConsumerPom {
  private static final String DEPENDENCY = "/project/dependencies/dependency";
  private static final String MANAGED = "/project/dependencyManagement/dependencies/dependency";

  private final Path root;
  private final String version;
  private final String repository;
  private final String developer;
  private final Xml parent;
  private final Map<String, Element> managed = new TreeMap<>();

  ConsumerPom(Path root, String version, String repository, String developer) throws Exception {
    this.root = root;
    this.version = version;
    this.repository = repository;
    this.developer = developer;
    this.parent = Xml.parse(Files.readAllBytes(root.resolve("pom.xml")));
    for (Element each : parent.elements(MANAGED)) {
      managed.put(coordinates(each), each);
    }
  }

  String artifact(String module) throws Exception {
    return pom(module).text("/project/artifactId");
  }

  private Xml pom(String module) throws Exception {
    return Xml.parse(Files.readAllBytes(root.resolve(module + "/pom.xml")));
  }

  String text(String module) throws Exception {
    Xml pom = pom(module);
    StringBuilder out = new StringBuilder();
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<project xmlns=\"http://maven.apache.org/POM/4.0.0\"\n");
    out.append("    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n");
    out.append("    xsi:schemaLocation=\"http://maven.apache.org/POM/4.0.0");
    out.append(" http://maven.apache.org/xsd/maven-4.0.0.xsd\">\n");
    line(out, 1, "modelVersion", "4.0.0");
    line(out, 1, "groupId", parent.text("/project/groupId"));
    line(out, 1, "artifactId", pom.text("/project/artifactId"));
    line(out, 1, "version", version);
    if (isBom(module)) {
      line(out, 1, "packaging", "pom");
    }
    line(out, 1, "name", pom.text("/project/name"));
    line(out, 1, "description", pom.text("/project/description"));
    line(out, 1, "url", repository);
    out.append("  <licenses>\n    <license>\n");
    line(out, 3, "name", parent.text("/project/licenses/license/name"));
    line(out, 3, "url", parent.text("/project/licenses/license/url"));
    out.append("    </license>\n  </licenses>\n  <developers>\n    <developer>\n");
    line(out, 3, "name", developer.replaceAll(" *<.*", ""));
    if (developer.contains("<")) {
      line(out, 3, "email", developer.replaceAll(".*<|>.*", ""));
    }
    out.append("    </developer>\n  </developers>\n  <scm>\n");
    line(out, 2, "connection", "scm:git:" + repository + ".git");
    line(out, 2, "developerConnection", "scm:git:" + repository + ".git");
    line(out, 2, "tag", "v" + version);
    line(out, 2, "url", repository);
    out.append("  </scm>\n");
    if (isBom(module)) {
      out.append("  <dependencyManagement>\n");
      dependencies(out, pom.elements(MANAGED));
      out.append("  </dependencyManagement>\n");
    } else {
      List<Element> all = new ArrayList<>(pom.elements(DEPENDENCY));
      all.addAll(parent.elements(DEPENDENCY));
      dependencies(out, all);
    }
    return out.append("</project>\n").toString();
  }

  boolean isBom(String module) throws Exception {
    return pom(module).text("/project/packaging").equals("pom");
  }

  private void dependencies(StringBuilder out, List<Element> dependencies) throws Exception {
    out.append("  <dependencies>\n");
    for (Element each : dependencies) {
      dependency(out, each);
    }
    out.append("  </dependencies>\n");
  }

  private void dependency(StringBuilder out, Element dependency) throws Exception {
    String scope = Xml.child(dependency, "scope");
    if (scope.equals("test")) {
      return;
    }
    out.append("    <dependency>\n");
    line(out, 3, "groupId", Xml.child(dependency, "groupId"));
    line(out, 3, "artifactId", Xml.child(dependency, "artifactId"));
    line(out, 3, "version", version(dependency));
    if (!scope.isEmpty()) {
      line(out, 3, "scope", scope);
    }
    Element rule = managed.getOrDefault(coordinates(dependency), dependency);
    List<Element> excluded = Xml.list(rule.getElementsByTagName("exclusion"));
    if (!excluded.isEmpty()) {
      out.append("      <exclusions>\n");
      for (Element each : excluded) {
        out.append("        <exclusion>\n");
        line(out, 5, "groupId", Xml.child(each, "groupId"));
        line(out, 5, "artifactId", Xml.child(each, "artifactId"));
        out.append("        </exclusion>\n");
      }
      out.append("      </exclusions>\n");
    }
    out.append("    </dependency>\n");
  }

  private String version(Element dependency) throws Exception {
    String stated = Xml.child(dependency, "version");
    Element rule = managed.get(coordinates(dependency));
    if (stated.isEmpty() && rule != null) {
      stated = Xml.child(rule, "version");
    }
    if (stated.isEmpty() && Xml.child(dependency, "groupId").startsWith("org.junit")) {
      stated = Xml.child(managed.get("org.junit:junit-bom"), "version");
    }
    if (stated.equals("${project.version}")) {
      return version;
    }
    if (stated.startsWith("${")) {
      String name = stated.substring(2, stated.length() - 1);
      return parent.text("/project/properties/*[local-name()='" + name + "']");
    }
    return stated;
  }

  private static String coordinates(Element dependency) {
    return Xml.child(dependency, "groupId") + ":" + Xml.child(dependency, "artifactId");
  }

  private static void line(StringBuilder out, int depth, String name, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    out.append("  ".repeat(depth)).append("<").append(name).append(">");
    out.append(escaped).append("</").append(name).append(">\n");
  }

  /// XML document that is asked by XPath, without its namespace.
  static final class Xml {
    private final Document document;

    private Xml(Document document) {
      this.document = document;
    }

    static Xml parse(byte[] text) throws Exception {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return new Xml(factory.newDocumentBuilder().parse(new ByteArrayInputStream(text)));
    }

    String text(String path) throws Exception {
      return xpath().evaluate(path, document).strip();
    }

    List<Element> elements(String path) throws Exception {
      return list((NodeList) xpath().evaluate(path, document, XPathConstants.NODESET));
    }

    private static XPath xpath() {
      return XPathFactory.newInstance().newXPath();
    }

    /// Returns the dependencies whose version is missing, open or of a file of the system.
    List<String> incompleteDependencies() throws Exception {
      List<String> incomplete = new ArrayList<>();
      for (Element each : elements(DEPENDENCY + "|" + MANAGED)) {
        String version = child(each, "version");
        if (!version.matches("[0-9A-Za-z][0-9A-Za-z._-]*")
            || child(each, "scope").equals("system")) {
          incomplete.add(coordinates(each));
        }
      }
      return incomplete;
    }

    /// Returns the artifacts that a BOM manages, as paths of their files without the ending.
    List<String> managedFiles() throws Exception {
      List<String> files = new ArrayList<>();
      for (Element each : elements(MANAGED)) {
        String artifact = child(each, "artifactId");
        String version = child(each, "version");
        String folder = child(each, "groupId").replace('.', '/') + "/" + artifact + "/" + version;
        files.add(folder + "/" + artifact + "-" + version);
      }
      return files;
    }

    static List<Element> list(NodeList nodes) {
      List<Element> elements = new ArrayList<>();
      for (int i = 0; i < nodes.getLength(); i++) {
        elements.add((Element) nodes.item(i));
      }
      return elements;
    }

    /// Returns the text of a child; empty if there is none.
    static String child(Element parent, String name) {
      for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
        if (each.getNodeName().equals(name)) {
          return each.getTextContent().strip();
        }
      }
      return "";
    }
  }
}
