package dev.tidemark.app.main;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Project of Maven with what docs/library.md shows, which knows no repository but the bundle and
/// the files that the build has downloaded.
final class EmbeddedProject {
  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>embedder</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>21</maven.compiler.release>
        </properties>
      %s</project>
      """;

  private static final String SETTINGS =
      """
      <settings>
        <localRepository>%s/local</localRepository>
        <mirrors>
          <mirror>
            <id>downloads</id>
            <mirrorOf>central</mirrorOf>
            <url>file://%s</url>
          </mirror>
        </mirrors>
        <profiles>
          <profile>
            <id>bundle</id>
            <repositories>
              <repository>
                <id>bundle</id>
                <url>file://%s</url>
              </repository>
            </repositories>
          </profile>
        </profiles>
        <activeProfiles>
          <activeProfile>bundle</activeProfile>
        </activeProfiles>
      </settings>
      """;

  private final Path folder;

  EmbeddedProject(Path temp, Path bundle) throws IOException {
    folder = Files.createDirectories(temp.resolve("project"));
    var page = Files.readString(Repository.root().resolve("docs/library.md"));
    Files.writeString(folder.resolve("pom.xml"), POM.formatted(block("xml", "bom", page)));
    Files.writeString(
        folder.resolve("settings.xml"), SETTINGS.formatted(temp, downloads(), bundle));
    var sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(
        sources.resolve("Example.java"), block("java", "public class Example ", page));
  }

  /// Returns the command that compiles it.
  ProcessBuilder build() throws IOException {
    var maven =
        new ProcessBuilder(
                "mvn",
                "-q",
                "--settings=settings.xml",
                plugin("compiler") + ":compile",
                plugin("dependency") + ":build-classpath",
                "-Dmdep.outputFile=class-path.txt")
            .directory(folder.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return maven;
  }

  /// Returns the command that runs it, on Java 21 where there is one.
  ProcessBuilder example() throws IOException {
    var home = System.getenv().getOrDefault("TIDEMARK_JAVA_21", System.getProperty("java.home"));
    var classPath = "target/classes:" + Files.readString(folder.resolve("class-path.txt"));
    var work = Files.createDirectories(folder.resolveSibling("work")).toString();
    return new ProcessBuilder(home + "/bin/java", "-cp", classPath, "Example", work)
        .directory(folder.toFile());
  }

  /// Returns the first block of a page, in a language, that has a text.
  private static String block(String language, String text, String page) {
    var blocks = Pattern.compile("(?s)```" + language + "\n(.*?)```\n").matcher(page).results();
    return blocks.map(each -> each.group(1)).filter(each -> each.contains(text)).findFirst().get();
  }

  /// Returns the repository of Maven that the libraries of this test are in.
  private static String downloads() {
    var repository = Pattern.compile("[^:]*(?=/org/assertj/assertj-core/)");
    var found = repository.matcher(System.getProperty("java.class.path")).results();
    return found.map(MatchResult::group).findFirst().orElseThrow();
  }

  /// Returns a plugin in the version of the build.
  private static String plugin(String name) throws IOException {
    var artifact = "maven-" + name + "-plugin";
    var stated = Pattern.compile(artifact + "</artifactId>\\s*<version>(.*)</version>");
    var version = stated.matcher(Files.readString(Repository.root().resolve("pom.xml"))).results();
    return "org.apache.maven.plugins:"
        + artifact
        + ":"
        + version.map(each -> each.group(1)).findFirst().orElseThrow();
  }
}
