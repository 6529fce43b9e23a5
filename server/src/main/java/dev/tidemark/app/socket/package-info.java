/// Call socket: a server of a project executes command lines of other processes of its user.
@NullMarked
package dev.tidemark.app.socket;

import org.jspecify.annotations.NullMarked;
