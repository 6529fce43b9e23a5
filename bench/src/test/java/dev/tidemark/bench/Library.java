package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/// A library as the description says that Maven has put beside it.
///
/// @param group who publishes it
/// @param name what it is called
/// @param version which one
/// @param description its description, or null where Maven has not fetched it
record Library(String group, String name, String version, @Nullable Path description) {
  /// How licences are called in descriptions, and by everybody (SPDX). Which one it is, is decided
  /// by the first word that occurs.
  private static final String[][] NAMES = {
    {"apache", "Apache-2.0"},
    {"mit-0", "MIT-0"},
    {"mit", "MIT"},
    {"0bsd", "0BSD"},
    {"bsd-2", "BSD-2-Clause"},
    {"bsd-3", "BSD-3-Clause"},
    {"bsd", "BSD"},
    {"eclipse public license", "EPL-2.0"},
    {"mozilla public license version 2", "MPL-2.0"},
    {"lgpl-2.1", "LGPL-2.1-or-later"},
    {"creative commons cc0", "CC0-1.0"},
  };

  /// Returns the library of a file in Maven's repository: its folder is named for its version, that
  /// one's for it.
  static Library of(Path jar) throws IOException {
    var folder = Objects.requireNonNull(jar.getParent());
    var version = folder.getFileName().toString();
    var name = Objects.requireNonNull(folder.getParent()).getFileName().toString();
    var pom = folder.resolve(name + "-" + version + ".pom");
    var group = text(root(pom), "groupId");
    var parent = child(root(pom), "parent");
    if (group == null && parent != null) {
      group = text(parent, "groupId");
    }
    return new Library(String.valueOf(group), name, version, pom);
  }

  /// Returns one that is named in the project's own description.
  ///
  /// @param repository where Maven keeps what it has fetched
  static Library named(Path repository, String group, String name, String version) {
    var pom = pom(repository, group, name, version);
    return new Library(group, name, version, Files.exists(pom) ? pom : null);
  }

  /// Returns Maven's repository.
  Path repository() {
    var folder = Objects.requireNonNull(description);
    for (int up = group.split("\\.").length + 3; up > 0; up--) {
      folder = Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }

  /// Returns how it is licensed. Where several are named, its description does not say whether one
  /// of them will do.
  ///
  /// @throws IllegalStateException if it says nothing, or something that nobody has looked at yet
  String licence() throws IOException {
    var found = new TreeSet<String>();
    for (var said : said(Objects.requireNonNull(description), repository())) {
      found.add(known(said));
    }
    if (found.isEmpty()) {
      throw new IllegalStateException(group + ":" + name + " does not say how it is licensed");
    }
    return String.join(", ", found);
  }

  private String known(String said) {
    var lower = said.toLowerCase(Locale.ROOT);
    for (var names : NAMES) {
      if (lower.contains(names[0])) {
        return names[1];
      }
    }
    throw new IllegalStateException(group + ":" + name + ": a new kind of licence: " + said);
  }

  /// What a description does not say is said by the one that it inherits from.
  private static List<String> said(Path pom, Path repository) throws IOException {
    var root = root(pom);
    var licences = child(root, "licenses");
    if (licences != null) {
      var names = new ArrayList<String>();
      var all = licences.getElementsByTagName("license");
      for (int i = 0; i < all.getLength(); i++) {
        names.add(String.valueOf(text((Element) all.item(i), "name")));
      }
      return names;
    }
    var parent = child(root, "parent");
    if (parent == null) {
      return List.of();
    }
    var group = String.valueOf(text(parent, "groupId"));
    var name = String.valueOf(text(parent, "artifactId"));
    return said(pom(repository, group, name, String.valueOf(text(parent, "version"))), repository);
  }

  private static Path pom(Path repository, String group, String name, String version) {
    var folder = repository.resolve(group.replace('.', '/')).resolve(name).resolve(version);
    return folder.resolve(name + "-" + version + ".pom");
  }

  private static Element root(Path pom) throws IOException {
    try {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException strange) {
      throw new IOException(pom + " cannot be read", strange);
    }
  }

  private static @Nullable String text(Element of, String name) {
    var child = child(of, name);
    return child == null ? null : child.getTextContent().strip();
  }

  /// Returns the element of that name right below another.
  private static @Nullable Element child(Element of, String name) {
    for (var node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }
}
