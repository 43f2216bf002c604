"""Runs a command and prints its wall time in seconds and its peak memory in bytes.

    python3 -I -S measure.py COMMAND [ARGUMENT]...

A process of its own, and a small one: the system counts the memory of whoever starts a program towards that program's
peak. What is below the size of a bare Python, some 9 MiB, cannot be seen.
"""

import os
import resource
import sys
import time


def main(command: list[str]) -> int:
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=silent)
    _, status, own = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    # Of a pipeline, the largest of the programs.
    peak = max(own.ru_maxrss, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    print(seconds, peak if sys.platform == "darwin" else peak * 1024)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) and 1)
