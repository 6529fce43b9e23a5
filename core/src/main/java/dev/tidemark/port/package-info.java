/// Ports to the environment: git, services, subscribers, programs.
package dev.tidemark.port;
