/// Installation of hooks and status lines in the settings of coding agents.
package dev.tidemark.app.install;
