/*
 * tidemark: the client of the call socket (app.socket.CallSocket).
 *
 * Has a command line executed by a server of the project, `tidemark mcp` or `tidemark serve`, if one
 * of the same user and build listens; otherwise becomes the launcher, which starts Java. Starts no
 * server. Prints nothing before a result has arrived whole: a call that a server was killed in is
 * repeated by the launcher, with TIDEMARK_REPEATED, and the journal tells which of its changes were
 * made. Linux only; compiled with -DBUILD, the build that both sides must have.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifndef ACCEPT_MILLIS
#define ACCEPT_MILLIS 3000
#endif
#define RESULT_MILLIS 60000
/* Of a hook, whose agent waits for ten seconds or less: a server that stands still is given up. */
#ifndef HOOK_ACCEPT_MILLIS
#define HOOK_ACCEPT_MILLIS 1000
#endif
#define HOOK_RESULT_MILLIS 5000
#define STRINGS_MAX (1 << 20)
#define INPUT_MAX (16 << 20)
#define RESULT_MAX (64u << 20)

/* The verbs that a server executes; app.main.SocketCalls decides about their options. */
static const char *const VERBS[] = {
  "hook", "statusline",
  "start", "enter", "done", "fail", "skip", "note", "goal", "task",
  "resume", "status", "list", "why", "history", "show", "diff",
};

static char **arguments;
static char *input;
static size_t input_length;
static int input_read;

/*
 * Tells the launcher, by its process id, that the folders of the caches are the user's alone: it
 * would start a program to find out. A cache is code.
 */
static void examine_caches(const char *bin) {
  char path[PATH_MAX * 2], number[24];
  unsetenv("TIDEMARK_CACHES");
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int usual = base == NULL || *base == 0;
  size_t own = (size_t) snprintf(path, sizeof path, "%s%s/tidemark", usual ? (home ? home : "") : base,
                                 usual ? "/.cache" : "");
  size_t length = own + (size_t) snprintf(path + own, sizeof path - own, "%s", bin);
  if (length >= sizeof path) return;
  char *end = strrchr(path + own, '/');
  while (end != NULL && end >= path + own) {
    struct stat found;
    *end = 0;
    if (stat(path, &found) < 0 || found.st_uid != geteuid() || (found.st_mode & 022)) return;
    end = strrchr(path, '/');
  }
  snprintf(number, sizeof number, "%ld", (long) getpid());
  setenv("TIDEMARK_CACHES", number, 1);
}

/* Becomes the launcher. Input that was read here is handed on. */
static void launch(int repeated) {
  char home[PATH_MAX], script[PATH_MAX + 32];
  ssize_t length = readlink("/proc/self/exe", home, sizeof home - 1);
  if (length > 0) {
    home[length] = 0;
    char *slash = strrchr(home, '/');
    if (slash != NULL) *slash = 0;
  } else {
    home[0] = 0;
  }
  snprintf(script, sizeof script, "%s/tidemark.sh", home);
  examine_caches(home);
  if (input_read) {
    int memory = memfd_create("input", 0);
    size_t done = 0;
    while (memory >= 0 && done < input_length) {
      ssize_t written = write(memory, input + done, input_length - done);
      if (written <= 0) break;
      done += (size_t) written;
    }
    if (memory < 0 || done < input_length) {
      fputs("tidemark: out of memory for standard input\n", stderr);
      exit(1);
    }
    lseek(memory, 0, SEEK_SET);
    dup2(memory, 0);
    close(memory);
  }
  if (repeated) setenv("TIDEMARK_REPEATED", "1", 1);
  int count = 0;
  while (arguments[count] != NULL) count++;
  char **words = calloc((size_t) count + 2, sizeof *words);
  if (words != NULL) {
    words[0] = "sh";
    words[1] = script;
    for (int i = 1; i < count; i++) words[i + 1] = arguments[i];
    execv("/bin/sh", words);
  }
  fprintf(stderr, "tidemark: cannot start %s: %s\n", script, strerror(errno));
  exit(69);
}

/* Whether a server may execute the call: a verb that it knows, no terminal, no settings of Java. */
static int may_be_served(void) {
  if (arguments[0] == NULL || arguments[1] == NULL) return 0;
  int known = 0;
  for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
    known |= strcmp(arguments[1], VERBS[i]) == 0;
  }
  if (!known) return 0;
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) < 0) return 0;
  }
  if (isatty(0) || isatty(1) || geteuid() != getuid()) return 0;
  // With an address, the command is meant for the server there.
  const char *url = getenv("TIDEMARK_URL");
  return getenv("TIDEMARK_COLD") == NULL && getenv("TIDEMARK_JAVA_OPTS") == NULL
      && (url == NULL || *url == 0);
}

/*
 * Sets the first part of the names of the project's sockets: the root is the nearest folder with .git;
 * outside git the nearest with .tidemark.
 */
static int project_of(const char *folder, char *name, size_t size) {
  char path[PATH_MAX + 8];
  struct stat found;
  size_t length = strlen(folder), own = length;
  int initialized = 0;
  while (1) {
    snprintf(path, sizeof path, "%.*s/.git", (int) length, folder);
    if (lstat(path, &found) == 0) break;
    snprintf(path, sizeof path, "%.*s/.tidemark", (int) length, folder);
    if (!initialized && stat(path, &found) == 0 && S_ISDIR(found.st_mode)) {
      initialized = 1;
      own = length;
    }
    while (length > 0 && folder[length - 1] != '/') length--;
    if (length == 0) {
      length = own;
      break;
    }
    length--;
  }
  snprintf(path, sizeof path, "%.*s/", (int) length, folder);
  if (stat(path, &found) < 0) return -1;
  snprintf(name, size, "%llx-%llx.", (unsigned long long) found.st_dev,
           (unsigned long long) found.st_ino);
  return 0;
}

static long long now_millis(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for a socket. */
static int ready(int fd, short events, long long deadline) {
  while (1) {
    long long left = deadline - now_millis();
    if (left <= 0) return 0;
    struct pollfd wanted = {.fd = fd, .events = events};
    int result = poll(&wanted, 1, (int) left);
    if (result > 0) return 1;
    if (result < 0 && errno != EINTR) return 0;
  }
}

static int send_all(int fd, const char *bytes, size_t length, long long deadline) {
  while (length > 0) {
    ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes += sent;
      length -= (size_t) sent;
    } else if (sent < 0 && errno == EINTR) {
      continue;
    } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (!ready(fd, POLLOUT, deadline)) return 0;
    } else {
      return 0;
    }
  }
  return 1;
}

static int receive_all(int fd, char *bytes, size_t length, long long deadline) {
  while (length > 0) {
    if (!ready(fd, POLLIN, deadline)) return 0;
    ssize_t received = recv(fd, bytes, length, MSG_DONTWAIT);
    if (received > 0) {
      bytes += received;
      length -= (size_t) received;
    } else if (received == 0 || (errno != EINTR && errno != EAGAIN)) {
      return 0;
    }
  }
  return 1;
}

/* Reads standard input to its end: hooks get their event there. */
static void read_input(void) {
  size_t capacity = 1 << 16;
  input = malloc(capacity);
  input_read = 1;
  while (input != NULL) {
    ssize_t length = read(0, input + input_length, capacity - input_length);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return;
    input_length += (size_t) length;
    if (input_length == capacity) input = realloc(input, capacity *= 2);
  }
  fputs("tidemark: out of memory for standard input\n", stderr);
  exit(1);
}

static char *put(char *to, const char *text) {
  size_t length = strlen(text) + 1;
  memcpy(to, text, length);
  return to + length;
}

static void put_number(char *to, uint32_t number) {
  to[0] = (char) (number >> 24);
  to[1] = (char) (number >> 16);
  to[2] = (char) (number >> 8);
  to[3] = (char) number;
}

static uint32_t number_at(const char *at) {
  const unsigned char *bytes = (const unsigned char *) at;
  return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 | bytes[3];
}

/* Returns the request; NULL if it is too large for a server. */
static char *request(const char *folder, size_t *length) {
  char process[32], count[32];
  int words = 0;
  size_t size = sizeof BUILD + strlen(folder) + 1;
  for (int i = 1; arguments[i] != NULL; i++, words++) size += strlen(arguments[i]) + 1;
  for (char **variable = environ; *variable != NULL; variable++) size += strlen(*variable) + 1;
  size += (size_t) snprintf(process, sizeof process, "%ld", (long) getpid()) + 1;
  size += (size_t) snprintf(count, sizeof count, "%d", words) + 1;
  if (size > STRINGS_MAX || input_length > INPUT_MAX) return NULL;
  *length = 12 + size + input_length;
  char *all = malloc(*length);
  if (all == NULL) return NULL;
  memcpy(all, "TMC1", 4);
  put_number(all + 4, (uint32_t) size);
  put_number(all + 8, (uint32_t) input_length);
  char *at = put(put(put(put(all + 12, BUILD), folder), process), count);
  for (int i = 1; arguments[i] != NULL; i++) at = put(at, arguments[i]);
  for (char **variable = environ; *variable != NULL; variable++) at = put(at, *variable);
  if (input_length > 0) memcpy(at, input, input_length);
  return all;
}

static void print(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t) written;
  }
}

/* Has a server execute the call. Returns if it declined; ends the process otherwise. */
static void call(int fd, const char *all, size_t length, int hook) {
  char answer, head[9];
  long long deadline = now_millis() + (hook ? HOOK_ACCEPT_MILLIS : ACCEPT_MILLIS);
  if (!send_all(fd, all, length, deadline) || !receive_all(fd, &answer, 1, deadline)) {
    close(fd);
    launch(1);
  }
  if (answer != 'A') return;
  deadline = now_millis() + (hook ? HOOK_RESULT_MILLIS : RESULT_MILLIS);
  char *outputs = NULL;
  uint32_t out = 0, err = 0;
  if (receive_all(fd, head, sizeof head, deadline)) {
    out = number_at(head + 1);
    err = number_at(head + 5);
    if (out <= RESULT_MAX && err <= RESULT_MAX) outputs = malloc((size_t) out + err + 1);
  }
  if (outputs == NULL || !receive_all(fd, outputs, (size_t) out + err, deadline)) {
    close(fd);
    launch(1);
  }
  signal(SIGPIPE, SIG_IGN);
  // Notices come first, where both go into one pipe.
  print(2, outputs + out, err);
  print(1, outputs, out);
  _exit((unsigned char) head[0]);
}

static int is_server_of_user(int fd) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

int main(int count, char **words) {
  (void) count;
  arguments = words;
  char folder[PATH_MAX], private[64], project[64];
  struct stat found;
  if (!may_be_served() || getcwd(folder, sizeof folder) == NULL || folder[0] != '/') launch(0);
  snprintf(private, sizeof private, "/tmp/tidemark-%u", (unsigned) geteuid());
  if (lstat(private, &found) < 0 || !S_ISDIR(found.st_mode) || found.st_uid != geteuid()
      || (found.st_mode & 077) != 0 || project_of(folder, project, sizeof project) < 0) {
    launch(0);
  }
  DIR *sockets = opendir(private);
  struct dirent *entry;
  char *all = NULL;
  size_t length = 0;
  while (sockets != NULL && (entry = readdir(sockets)) != NULL) {
    if (strncmp(entry->d_name, project, strlen(project)) != 0) continue;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int size = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", private, entry->d_name);
    int fd = size < (int) sizeof address.sun_path ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0) continue;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    if (connect(fd, (struct sockaddr *) &address, sizeof address) == 0 && is_server_of_user(fd)) {
      int hook = strcmp(words[1], "hook") == 0 || strcmp(words[1], "statusline") == 0;
      if (hook && !input_read) read_input();
      if (all == NULL) all = request(folder, &length);
      if (all == NULL) break;
      call(fd, all, length, hook);
    }
    close(fd);
  }
  launch(0);
}
