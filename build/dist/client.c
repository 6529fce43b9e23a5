/*
 * tidemark: the client of the call socket (app.socket.CallSocket).
 *
 * Has a command line executed by a server of the same user and build: one of the project, `tidemark
 * mcp` or `tidemark serve`, or the user's own, for any project. Without one it becomes the launcher,
 * which starts Java, and has the user's own started when the command has ended (app.main.UserServer).
 * Prints nothing before a result has arrived whole: a call that a server was killed in is
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
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef ACCEPT_MILLIS
#define ACCEPT_MILLIS 3000
#endif
/* For how long a server that executes a call may be silent; it tells each second that it goes on. */
#ifndef SILENCE_MILLIS
#define SILENCE_MILLIS 10000
#endif
/* Of a hook, whose agent waits for ten seconds or less: a server that stands still is given up. */
#ifndef HOOK_ACCEPT_MILLIS
#define HOOK_ACCEPT_MILLIS 1000
#endif
#define HOOK_RESULT_MILLIS 5000
#define STRINGS_MAX (1 << 20)
#define INPUT_MAX (16 << 20)
#define RESULT_MAX (64u << 20)

/* The verbs that are servers, or take long: none is asked or started for them. */
static const char *const LASTING[] = {
  "mcp", "serve", "server", "worker", "run", "watch", "tour",
};

/* By which the server learns of the terminal (app.main.SocketCalls). */
#define TERMINAL "TIDEMARK_TERMINAL"

/* The servers of a user at a time. */
#define SERVERS_MAX 3
/* How long the server waits for the command that has it started to end. */
#define COMMAND_MILLIS 2000
/* A server that was started so short a time ago and does not listen is not started again. */
#define START_SECONDS 60

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

/* Sets the folder of this program. */
static void find_home(char *home, size_t size) {
  ssize_t length = readlink("/proc/self/exe", home, size - 1);
  home[length > 0 ? length : 0] = 0;
  char *slash = strrchr(home, '/');
  if (slash != NULL) *slash = 0;
}

/* Becomes the launcher. Input that was read here is handed on. */
static void launch(int repeated) {
  char home[PATH_MAX], script[PATH_MAX + 32];
  find_home(home, sizeof home);
  snprintf(script, sizeof script, "%s/tidemark.sh", home);
  unsetenv(TERMINAL);
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

static int is_among(const char *word, const char *const *words, size_t count) {
  int found = 0;
  for (size_t i = 0; i < count; i++) found |= strcmp(word, words[i]) == 0;
  return found;
}

static int is_hook(void) {
  return strcmp(arguments[1], "hook") == 0 || strcmp(arguments[1], "statusline") == 0;
}

static int is_set(const char *variable) {
  const char *value = getenv(variable);
  return value != NULL && *value != 0;
}

/* Whether a server may be asked: it decides about the verb and its options. */
static int may_be_asked(void) {
  if (arguments[0] == NULL || arguments[1] == NULL) return 0;
  if (is_among(arguments[1], LASTING, sizeof LASTING / sizeof *LASTING)) return 0;
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) < 0) return 0;
  }
  if (geteuid() != getuid() || (is_hook() && (isatty(0) || isatty(1)))) return 0;
  const char *wanted = getenv("TIDEMARK_SERVER");
  if (wanted != NULL && strcmp(wanted, "off") == 0) return 0;
  // With options, it is meant for a JVM with them.
  return getenv("TIDEMARK_JAVA_OPTS") == NULL;
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

static uint64_t hash(uint64_t so_far, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < length; i++) so_far = (so_far ^ at[i]) * 0x100000001b3ull;
  return so_far;
}

/*
 * Sets the name of the user's own server: a hash of all that its calls have in common, which is how
 * they see files and what is the user's. Whoever differs in that has another server, or none.
 */
static void server_of(char *name, size_t size) {
  static const char *const SHARED[] = {
    "HOME", "USER", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
  };
  static const char *const VIEW[] = {
    "/proc/self/ns/mnt", "/proc/self/ns/pid", "/proc/self/ns/user", "/proc/self/root",
  };
  char target[PATH_MAX];
  uint64_t all = hash(0xcbf29ce484222325ull, BUILD, sizeof BUILD);
  for (size_t i = 0; i < sizeof SHARED / sizeof *SHARED; i++) {
    const char *value = getenv(SHARED[i]);
    if (value != NULL) all = hash(all, value, strlen(value));
    all = hash(all, "\0", 2);
  }
  for (size_t i = 0; i < sizeof VIEW / sizeof *VIEW; i++) {
    ssize_t length = readlink(VIEW[i], target, sizeof target);
    if (length > 0) all = hash(all, target, (size_t) length);
    all = hash(all, "\0", 2);
  }
  for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
    struct rlimit limit = {0};
    getrlimit(resource, &limit);
    all = hash(all, &limit, sizeof limit);
  }
  mode_t mask = umask(0);
  umask(mask);
  all = hash(all, &mask, sizeof mask);
  snprintf(name, size, "user-%016llx.", (unsigned long long) all);
}

/*
 * Whether a user's server may be started: not by a hook, which agents call in every project, and only
 * where it may be left behind.
 */
static int may_start(void) {
  if (is_hook() || is_set("CI")) return 0;
  // A sandbox, as a rule.
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
}

/* Becomes the launcher of a server that has only what all calls of its user have in common. */
static void become_server(const char *script, const char *name, int lock, int command) {
  static const char *const KEPT[] = {
    "HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME", "XDG_STATE_HOME", "JAVA_HOME", "JAVA25_HOME", "TIDEMARK_JAVA_HOME",
    "TIDEMARK_NO_AOT",
  };
  char *kept[sizeof KEPT / sizeof *KEPT + 1];
  int count = 0;
  for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++) {
    const char *value = getenv(KEPT[i]);
    size_t length = value == NULL ? 0 : strlen(KEPT[i]) + strlen(value) + 2;
    if (length == 0 || (kept[count] = malloc(length)) == NULL) continue;
    snprintf(kept[count++], length, "%s=%s", KEPT[i], value);
  }
  kept[count] = NULL;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Nothing of the caller stays open. Nobody else starts a server while the lock is, here or there.
  int nothing = fcntl(open("/dev/null", O_RDWR), F_DUPFD, 5);
  lock = fcntl(lock, F_DUPFD, 5);
  command = fcntl(command, F_DUPFD, 5);
  if (nothing < 0 || lock < 0 || chdir("/") < 0) _exit(1);
  for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
  dup2(lock, 3);
  struct pollfd ended = {.fd = command < 0 ? -1 : dup2(command, 4), .events = POLLIN};
  if (syscall(SYS_close_range, 5u, ~0u, 0u) < 0) {
    for (int fd = 5; fd < 4096; fd++) close(fd);
  }
  // The command that the caller waits for goes first.
  poll(&ended, 1, COMMAND_MILLIS);
  close(4);
  char *words[] = {"sh", (char *) script, "server", (char *) name, NULL};
  execve("/bin/sh", words, kept);
  _exit(1);
}

/* Has the user's server started, unless that is being done or has just failed. */
static void start_server(const char *private, char *name) {
  char home[PATH_MAX], script[PATH_MAX + 32], path[256];
  find_home(home, sizeof home);
  snprintf(script, sizeof script, "%s/tidemark.sh", home);
  snprintf(path, sizeof path, "%s/%slock", private, name);
  name[strlen(name) - 1] = 0;
  int lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (lock < 0) return;
  struct stat found;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &found) == 0
      && (found.st_size == 0 || time(NULL) - found.st_mtime > START_SECONDS)
      && pwrite(lock, "s", 1, 0) == 1) {
    int command = (int) syscall(SYS_pidfd_open, getpid(), 0);
    pid_t child = fork();
    if (child == 0) {
      setsid();
      if (fork() == 0) become_server(script, name, lock, command);
      _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
    if (command >= 0) close(command);
  }
  close(lock);
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
  memcpy(all, "TMC2", 4);
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
  deadline = now_millis() + HOOK_RESULT_MILLIS;
  while (answer == 'A') {
    if (!hook) deadline = now_millis() + SILENCE_MILLIS;
    if (!receive_all(fd, &answer, 1, deadline)) answer = 0;
  }
  // A person has to be asked; nothing was done.
  if (answer == 'N') return;
  char *outputs = NULL;
  uint32_t out = 0, err = 0;
  if (answer == 'R' && receive_all(fd, head, sizeof head, deadline)) {
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

/* Returns a connection to a server; -1 if none listens there. */
static int connected(const char *private, const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int size = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", private, name);
  int fd = size < (int) sizeof address.sun_path ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
  if (fd < 0) return -1;
  fcntl(fd, F_SETFL, O_NONBLOCK);
  if (connect(fd, (struct sockaddr *) &address, sizeof address) == 0 && is_server_of_user(fd)) return fd;
  close(fd);
  return -1;
}

/* Tells a server which ends of the call are a terminal, and how wide that is. */
static void tell_terminal(void) {
  struct winsize size = {0};
  char ends[16];
  int in = isatty(0), out = isatty(1);
  unsetenv(TERMINAL);
  if (!in && !out) return;
  if (out) ioctl(1, TIOCGWINSZ, &size);
  int columns = size.ws_col > 0 && size.ws_row > 0 ? size.ws_col : 80;
  snprintf(ends, sizeof ends, out ? "%so%d" : "%s", in ? "i" : "", columns);
  setenv(TERMINAL, ends, 1);
}

int main(int count, char **words) {
  (void) count;
  arguments = words;
  char folder[PATH_MAX], private[64], project[64], user[64];
  struct stat found;
  if (!may_be_asked() || getcwd(folder, sizeof folder) == NULL || folder[0] != '/') launch(0);
  snprintf(private, sizeof private, "/tmp/tidemark-%u", (unsigned) geteuid());
  if (may_start()) mkdir(private, 0700);
  if (lstat(private, &found) < 0 || !S_ISDIR(found.st_mode) || found.st_uid != geteuid()
      || (found.st_mode & 077) != 0 || project_of(folder, project, sizeof project) < 0) {
    launch(0);
  }
  server_of(user, sizeof user);
  // One of the project has it open already.
  const char *names[] = {project, user, "user-"};
  char *all = NULL;
  size_t length = 0;
  int users = 0, known = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 2 && (known || !may_start())) break;
    DIR *sockets = opendir(private);
    struct dirent *entry;
    while (sockets != NULL && (entry = readdir(sockets)) != NULL) {
      const char *dot = strrchr(entry->d_name, '.');
      if (strncmp(entry->d_name, names[i], strlen(names[i])) != 0 || dot == NULL) continue;
      int fd = strcmp(dot, ".lock") == 0 ? -1 : connected(private, entry->d_name);
      if (fd < 0) continue;
      known |= i < 2;
      users += i == 2;
      if (i < 2) {
        if (is_hook() && !input_read) read_input();
        tell_terminal();
        if (all == NULL) all = request(folder, &length);
        if (all == NULL) launch(0);
        call(fd, all, length, is_hook());
      }
      close(fd);
    }
    if (sockets != NULL) closedir(sockets);
    if (i == 2 && users < SERVERS_MAX) start_server(private, user);
  }
  launch(0);
}
