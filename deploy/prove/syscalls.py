#!/usr/bin/python3
"""Runs a command under the system calls, address families and umask that a unit allows, on a machine without systemd:

  deploy/prove/syscalls.py deploy/systemd/fairlead.service USER COMMAND...

Needs systemd-analyze, which knows the groups of calls, and python3-seccomp.
"""
import os
import pwd
import re
import socket
import subprocess
import sys

import seccomp

unit, user, *command = sys.argv[1:]
text = open(unit).read()


def values(name):
    return re.findall(rf"^{name}=(.+)$", text, re.M)


def expand(name):
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
    members = [line.strip() for line in listed.splitlines()[1:]]
    return set().union(*(expand(each) for each in members if each and not each.startswith("#")))


allowed = set()
for line in values("SystemCallFilter"):
    names = set().union(*(expand(name) for name in line.removeprefix("~").split()))
    allowed = allowed - names if line.startswith("~") else allowed | names

account = pwd.getpwnam(user)
os.setgroups([])
os.setgid(account.pw_gid)
os.setuid(account.pw_uid)
os.umask(int(values("UMask")[0], 8))
refused = seccomp.SyscallFilter(seccomp.ERRNO(1))
for name in allowed:
    try:
        number = seccomp.resolve_syscall(seccomp.Arch(), name)
    except ValueError:
        continue
    if number < 0:
        continue
    if name == "socket":
        for family in values("RestrictAddressFamilies")[0].split():
            refused.add_rule(seccomp.ALLOW, name, seccomp.Arg(0, seccomp.EQ, int(getattr(socket, family))))
    else:
        refused.add_rule(seccomp.ALLOW, name)
refused.load()
os.execvp(command[0], command)
