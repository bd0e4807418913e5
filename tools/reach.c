// Which functions a program enters: LD_PRELOAD for one that is compiled with
// -finstrument-functions.
//
// tools/mutate.py compiles it. VERLET_LAB_REACH is a folder. Each process leaves a file
// PROGRAM.PID there, with a byte for each byte of the program in memory: 1 where a function begins
// that was entered. The file is the memory itself, so that a process may end in any way.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default"), no_instrument_function))

static char *entered;
static size_t begin, size;

// The first object is the program.
static int measure(struct dl_phdr_info *info, size_t bytes, void *nothing)
{
    (void)bytes;
    (void)nothing;
    begin = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD)
            size = info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    return 1;
}

static void open_file(void)
{
    const char *folder = getenv("VERLET_LAB_REACH");
    char path[4096];
    int error = errno;
    dl_iterate_phdr(measure, NULL);
    snprintf(path, sizeof path, "%s/%s.%ld", folder ? folder : ".", program_invocation_short_name,
             (long)getpid());
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, (off_t)size) != 0)
        _exit(99);
    entered = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (entered == MAP_FAILED)
        _exit(99);
    close(file);
    errno = error;
}

PUBLIC void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (!entered)
        open_file();
    if ((size_t)function - begin < size)
        entered[(size_t)function - begin] = 1;
}

PUBLIC void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
