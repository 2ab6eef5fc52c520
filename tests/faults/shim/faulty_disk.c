/* Preloaded into a server: its disk fails, and its clock goes wrong, as a control file says.

   cc -shared -fPIC -O1 -o faulty_disk.so faulty_disk.c -ldl
   FAULTY_DISK_CONTROL=control FAULTY_DISK_FOLDER=/data LD_PRELOAD=./faulty_disk.so myosotis serve

   The control file is mapped, so that faults begin and end while the server runs. Only files
   below the folder are touched: sockets and logs are sound. The layout of `struct control` is
   known to faulty_disk.py as well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, NO_ROOM, WRITE_FAILS, WRITES_HALF, SYNC_FAILS, HEADER_FAILS, SLOW };

struct control {
    _Atomic int32_t fault;
    _Atomic int32_t one_in;    /* of so many operations one fails */
    _Atomic int32_t delay_ms;  /* of every write and sync of a slow disk */
    _Atomic int32_t undoable;  /* what is not synced is noted, so that a power cut can undo it */
    _Atomic int64_t clock_seconds; /* on top of the time of day */
    _Atomic int64_t struck;    /* operations that failed or were slow */
};

/* In front of the bytes that a write covered, in the file of what can be undone. */
struct undo {
    int64_t offset, old_length, old_size;
};

static struct control *control;
static char folder[4096];
static char undo_path[4096];
static _Atomic uint64_t operations;
static pthread_mutex_t undoing = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void set_up(void)
{
    const char *path = getenv("FAULTY_DISK_CONTROL"), *below = getenv("FAULTY_DISK_FOLDER");
    if (!path || !below || !realpath(below, folder))
        return;
    snprintf(undo_path, sizeof undo_path, "%s.undo", path);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        control = mapped;
}

/* The function of libc that this file stands before. */
#define REAL(name) ({                                                   \
        static __typeof__(&name) real;                                  \
        if (!real)                                                      \
            real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);          \
        real;                                                           \
    })

/* Whether an open file is one of those that may fail. */
static int is_ours(int file)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    size_t below = strlen(folder);
    return length > (ssize_t)below && !strncmp(path, folder, below) && path[below] == '/';
}

/* LMDB writes its header, which makes a transaction count, through a file of its own. */
static int is_header(int file)
{
    return (fcntl(file, F_GETFL) & O_DSYNC) != 0;
}

static int is_turn(void)
{
    int32_t one_in = control->one_in;
    if (one_in > 1 && operations++ % (uint64_t)one_in)
        return 0;
    control->struck++;
    return 1;
}

static void wait_long(void)
{
    int32_t delay = control->delay_ms;
    struct timespec span = {delay / 1000, delay % 1000 * 1000000L};
    nanosleep(&span, NULL);
}

/* What becomes of a write: -1 for a failure in errno, else how many bytes of it are written. */
static ssize_t allowed(int file, size_t length)
{
    int fault = control ? control->fault : NONE;
    if (fault == NONE || fault == SYNC_FAILS || !is_ours(file))
        return (ssize_t)length;
    if (is_header(file) != (fault == HEADER_FAILS) && fault != SLOW)
        return (ssize_t)length;
    if (!is_turn())
        return (ssize_t)length;
    switch (fault) {
    case SLOW:
        wait_long();
        return (ssize_t)length;
    case WRITES_HALF:
        return (ssize_t)((length + 1) / 2);
    default:
        errno = fault == NO_ROOM ? ENOSPC : EIO;
        return -1;
    }
}

/* Notes what a write is about to cover, unless it is synced by itself. */
static void note_undo(int file, off_t offset, size_t length)
{
    struct stat is;
    char path[4200];
    if (!control || !control->undoable || is_header(file) || !is_ours(file) || fstat(file, &is))
        return;
    struct undo head = {offset, 0, is.st_size};
    char *entry = malloc(sizeof head + length);
    if (!entry)
        return;
    ssize_t old = offset < is.st_size ? pread(file, entry + sizeof head, length, offset) : 0;
    head.old_length = old > 0 ? old : 0;
    memcpy(entry, &head, sizeof head);
    snprintf(path, sizeof path, "%s.%llu", undo_path, (unsigned long long)is.st_ino);
    pthread_mutex_lock(&undoing);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log >= 0) {
        /* In one piece, so that a kill leaves no half of it. */
        ssize_t written = REAL(write)(log, entry, sizeof head + (size_t)head.old_length);
        (void)written;
        close(log);
    }
    pthread_mutex_unlock(&undoing);
    free(entry);
}

static void forget_undo(int file)
{
    struct stat is;
    char path[4200];
    if (!control || !control->undoable || !is_ours(file) || fstat(file, &is))
        return;
    snprintf(path, sizeof path, "%s.%llu", undo_path, (unsigned long long)is.st_ino);
    pthread_mutex_lock(&undoing);
    if (truncate(path, 0))
        errno = 0; /* nothing was noted */
    pthread_mutex_unlock(&undoing);
}

static ssize_t place_write(int file, const void *data, size_t length, off_t offset)
{
    ssize_t whole = allowed(file, length);
    if (whole < 0)
        return -1;
    note_undo(file, offset, (size_t)whole);
    return REAL(pwrite)(file, data, (size_t)whole, offset);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset)
{
    return place_write(file, data, length, offset);
}

ssize_t pwrite64(int file, const void *data, size_t length, off_t offset)
{
    return place_write(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length)
{
    ssize_t whole = allowed(file, length);
    return whole < 0 ? -1 : REAL(write)(file, data, (size_t)whole);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    size_t length = 0;
    for (int each = 0; each < count; each++)
        length += parts[each].iov_len;
    ssize_t whole = allowed(file, length);
    if (whole < 0)
        return -1;
    if (control && control->undoable)
        note_undo(file, lseek(file, 0, SEEK_CUR), length);
    if ((size_t)whole == length)
        return REAL(writev)(file, parts, count);
    return REAL(writev)(file, parts, count > 1 ? count / 2 : 1);
}

/* 0 where a sync goes on, -1 where it fails. */
static int may_sync(int file)
{
    int fault = control ? control->fault : NONE;
    if ((fault != SYNC_FAILS && fault != SLOW) || !is_ours(file) || !is_turn())
        return 0;
    if (fault == SLOW) {
        wait_long();
        return 0;
    }
    errno = EIO;
    return -1;
}

int fdatasync(int file)
{
    if (may_sync(file) || REAL(fdatasync)(file))
        return -1;
    forget_undo(file);
    return 0;
}

int fsync(int file)
{
    if (may_sync(file) || REAL(fsync)(file))
        return -1;
    forget_undo(file);
    return 0;
}

static int64_t shift(void)
{
    return control ? control->clock_seconds : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = REAL(clock_gettime)(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += shift();
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    int failed = REAL(gettimeofday)(now, zone);
    if (!failed)
        now->tv_sec += shift();
    return failed;
}

time_t time(time_t *now)
{
    time_t found = REAL(time)(NULL) + shift();
    if (now)
        *now = found;
    return found;
}
