import org.jspecify.annotations.NullMarked;

/// The settings of user and project, what of them is trusted, and who acts.
@NullMarked
module dev.tidemark.settings {
  requires transitive dev.tidemark;
  requires dev.tidemark.stores;
  requires static transitive org.jspecify;

  exports dev.tidemark.app.settings;
  exports dev.tidemark.app.settings.file;
}
