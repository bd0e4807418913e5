#define _GNU_SOURCE

#include "faults.h"

#include "testing.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// The process installs a filter that stops it at certain calls, and gives the descriptor that tells
// of them to its parent, seccomp_unotify(2).

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

typedef enum where { BY_PATH, BY_PATH_AT, BY_DESCRIPTOR } where;

// The calls that change files, and where their first argument tells which one. glibc makes other
// calls of some functions on other processors.
static const struct watched {
    long number;
    const char *name;
    where where;
    bool fills; ///< needs room on the disk
} watched[] = {
#ifdef SYS_open
    {SYS_open, "open", BY_PATH, true},          {SYS_rename, "rename", BY_PATH, false},
    {SYS_link, "link", BY_PATH, false},         {SYS_unlink, "unlink", BY_PATH, false},
#endif
    {SYS_openat, "openat", BY_PATH_AT, true},   {SYS_renameat2, "renameat2", BY_PATH_AT, false},
    {SYS_linkat, "linkat", BY_PATH_AT, false},  {SYS_unlinkat, "unlinkat", BY_PATH_AT, false},
    {SYS_write, "write", BY_DESCRIPTOR, true},  {SYS_writev, "writev", BY_DESCRIPTOR, true},
    {SYS_fsync, "fsync", BY_DESCRIPTOR, true},  {SYS_fchmod, "fchmod", BY_DESCRIPTOR, false},
    {SYS_close, "close", BY_DESCRIPTOR, false},
};

// --- the process that is stopped ---

// Allows all calls but those of the table.
static int install_filter(void)
{
    struct sock_filter code[4 + 2 * COUNT(watched)];
    unsigned short n = 0;
    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 0,
                                             2 * COUNT(watched) + 1);
    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < COUNT(watched); i++) {
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                 (unsigned)watched[i].number, 0, 1);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}

// A message of one byte with a descriptor beside it.
typedef struct parcel {
    char byte;
    struct iovec data;

    _Alignas(struct cmsghdr) char beside[CMSG_SPACE(sizeof(int))];
    struct msghdr message;
} parcel;

static void pack(parcel *p)
{
    *p = (parcel){.byte = 0};
    p->data = (struct iovec){&p->byte, 1};
    p->message = (struct msghdr){.msg_iov = &p->data,
                                 .msg_iovlen = 1,
                                 .msg_control = p->beside,
                                 .msg_controllen = sizeof p->beside};
}

static bool send_descriptor(int socket, int descriptor)
{
    parcel p;
    pack(&p);
    struct cmsghdr *head = CMSG_FIRSTHDR(&p.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    return sendmsg(socket, &p.message, 0) == 1;
}

static int receive_descriptor(int socket)
{
    parcel p;
    int descriptor = -1;
    pack(&p);
    struct cmsghdr *head =
        recvmsg(socket, &p.message, MSG_CMSG_CLOEXEC) == 1 ? CMSG_FIRSTHDR(&p.message) : NULL;
    if (head)
        memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

static _Noreturn void run_child(void (*child)(void *data), void *data, int socket, FILE *out,
                                FILE *err)
{
    alarm(120);
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    int listener = install_filter();
    if (listener < 0 || !send_descriptor(socket, listener))
        _exit(126);
    close(listener);
    close(socket);
    child(data);
    fflush(NULL);
    _exit(0);
}

// --- who stops it ---

static const struct watched *find(long number)
{
    for (int i = 0; i < COUNT(watched); i++)
        if (watched[i].number == number)
            return &watched[i];
    return NULL;
}

static bool is_inside(const char *path)
{
    char folder[512];
    assert_non_null(getcwd(folder, sizeof folder));
    return *path != '/' || strncmp(path, folder, strlen(folder)) == 0;
}

static bool path_is_inside(pid_t process, uint64_t address)
{
    char path[512] = "";
    int memory = open(PRINTED("/proc/%d/mem", (int)process), O_RDONLY | O_CLOEXEC);
    ssize_t count = memory < 0 ? -1 : pread(memory, path, sizeof path - 1, (off_t)address);
    if (memory >= 0)
        close(memory);
    return count > 0 && is_inside(path);
}

static bool descriptor_is_inside(pid_t process, uint64_t descriptor)
{
    char path[512] = "";
    const char *name = PRINTED("/proc/%d/fd/%d", (int)process, (int)descriptor);
    ssize_t count = readlink(name, path, sizeof path - 1);
    return count > 0 && *path == '/' && is_inside(path);
}

// A file that is only read is not changed, but its folder may be synchronised by such a descriptor.
static bool counts(const struct seccomp_notif *call, const struct watched *w)
{
    const uint64_t *values = (const uint64_t *)call->data.args;
    pid_t process = (pid_t)call->pid;
    if (w->where == BY_DESCRIPTOR)
        return descriptor_is_inside(process, values[0]);
    int at = w->where == BY_PATH_AT;
    bool opens = w->fills;
    return (!opens || (values[at + 1] & O_CREAT)) && path_is_inside(process, values[at]);
}

// Answers one call. False: the process is killed.
static bool answer(int listener, pid_t process, supervised *s, fault wish)
{
    struct seccomp_notif call = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        return true; // it has ended in the meantime
    struct seccomp_notif_resp reply = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    const struct watched *w = find(call.data.nr);
    bool counted = counts(&call, w);
    s->calls += counted;
    bool later = wish.forever && wish.call > 0 && s->calls > wish.call && w->fills;
    if (counted && (s->calls == wish.call || later)) {
        s->refused = s->refused ? s->refused : w->name;
        if (wish.reason == 0) {
            kill(process, SIGKILL);
            return false;
        }
        reply.flags = 0;
        reply.error = -wish.reason;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
    return true;
}

static void attend(int listener, pid_t process, supervised *s, fault wish)
{
    for (bool lives = listener >= 0; lives;) {
        struct pollfd waiting = {.fd = listener, .events = POLLIN};
        if (poll(&waiting, 1, -1) < 0 && errno == EINTR)
            continue;
        lives = waiting.revents & POLLIN ? answer(listener, process, s, wish) : false;
    }
    if (listener >= 0)
        close(listener);
}

supervised supervise(void (*child)(void *data), void *data, fault wish)
{
    int sockets[2];
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0);
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        close(sockets[0]);
        run_child(child, data, sockets[1], out, err);
    }
    close(sockets[1]);
    supervised s = {.calls = 0};
    attend(receive_descriptor(sockets[0]), process, &s, wish);
    close(sockets[0]);
    s.outcome.status = ending(process);
    s.outcome.out = slurp(out);
    s.outcome.err = slurp(err);
    return s;
}

supervised supervise_program(const char *line, fault wish)
{
    return supervise(become_program, (void *)line, wish);
}

void supervised_free(supervised *result)
{
    outcome_free(&result->outcome);
    *result = (supervised){.calls = 0};
}

static void do_nothing(void *data)
{
}

bool faults_can_be_made(void)
{
    if (ARCHITECTURE == 0)
        return false;
    supervised s = supervise(do_nothing, NULL, (fault){0});
    bool can = s.outcome.status == 0;
    supervised_free(&s);
    return can;
}
