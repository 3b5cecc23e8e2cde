#!/usr/bin/env bash
# Plays "A Debian server with systemd and Caddy" of docs/deployment.md on a clean Debian made by debootstrap, as root, and checks
# what each step leads to: a link over HTTPS, a backup, a restore, an upgrade.
#
#   deploy/prove/deploy.sh [WORK_FOLDER]     the proof; what debootstrap made is kept in WORK_FOLDER for the next time
#   deploy/prove/deploy.sh --list            the steps that it runs
#
# The lines come from the page itself. Only what a machine without a name in DNS cannot have is stood in for:
#   - ~/fairlead is this checkout's HEAD, with a tag v0.2.0 one commit further
#   - after the installation there is no network but the machine's own; dnsmasq answers for example.com
#   - Caddy's internal issuer signs the certificates, and curl and Node trust it
#   - systemctl starts what the units say, and nothing else of systemd
# Needs debootstrap, dnsmasq, unshare and ip. Nothing of this machine is mounted into that system: its devices are its own, and what
# is removed is never below a mount.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
page=$root/docs/deployment.md

# Every block of shell in the section, each ended by a line of %%.
steps() {
  awk '/^## /{ours = ($0 == "## A Debian server with systemd and Caddy")}
       ours && /^```sh$/{inside = 1; next}
       inside && /^```$/{inside = 0; print "%%"; next}
       inside' "$page"
}
if [ "${1:-}" = --list ]; then steps; exit; fi

# Whatever is mounted is mounted for this script alone, and gone with it.
if [ "${FAIRLEAD_PROOF:-}" != apart ]; then
  FAIRLEAD_PROOF=apart exec unshare --mount --propagation private "$0" "$@"
fi

work=${1:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd -P)
system=$work/system
if grep --quiet --fixed-strings " $system" /proc/self/mountinfo; then
  echo "something is mounted below $system: unmount it first" >&2
  exit 1
fi
rm -rf --one-file-system "$system" "$work/steps" && mkdir -p "$work/steps"
steps | awk -v folder="$work/steps" 'BEGIN{n = 1} /^%%$/{n++; next} {print > sprintf("%s/%02d.sh", folder, n)}'

echo 'fairlead version' > "$work/steps/version.sh"

echo "== a clean Debian"
if [ ! -f "$work/debian.tar" ]; then
  mirror=$(sed -nE 's/^URIs: *(\S+\/debian)\/?$/\1/p; s/^deb (\[[^]]*\] )?(https?\S+\/debian)\/? .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1 || true)
  debootstrap --variant=minbase bookworm "$system" "$mirror" > "$work/debootstrap.log"
  tar --create --one-file-system --file "$work/debian.tar" --directory "$system" .
else
  mkdir "$system" && tar --extract --file "$work/debian.tar" --directory "$system"
fi
# How this machine reaches its mirrors; its own sources are none of a clean Debian.
apt-config dump | grep -E '^Acquire::(https?|Check-)' > "$system/etc/apt/apt.conf.d/90this-machine" || true
cp /etc/resolv.conf "$system/etc/resolv.conf"
printf '127.0.0.1 localhost\n' > "$system/etc/hosts"
mkdir -p "$system/etc/ssl/certs" "$system/stand-ins"
cp /etc/ssl/certs/ca-certificates.crt "$system/stand-ins/authorities.crt"
# Of its root account.
home=$(chroot "$system" getent passwd root | cut -d: -f6)
for file in "$(npm config get userconfig)" "$(npm config get globalconfig)"; do
  [ -f "$file" ] && cat "$file" >> "$system$home/.npmrc"
done
chmod 1777 "$system/dev/shm"
printf '#!/bin/sh\nexit 101\n' > "$system/usr/sbin/policy-rc.d" && chmod 755 "$system/usr/sbin/policy-rc.d"
cp "$root/deploy/prove/stand-ins/"* "$system/usr/local/sbin/"

git clone --quiet --bare "$root" "$system$home/fairlead"
clone=$(mktemp -d)
git clone --quiet "$system$home/fairlead" "$clone"
sed -i 's/"version": "[^"]*"/"version": "0.2.0"/' "$clone/package.json"
git -C "$clone" -c user.name=proof -c user.email=proof@example.com commit --quiet --all --message 'release: 0.2.0'
git -C "$clone" push --quiet origin HEAD:refs/tags/v0.2.0
rm -rf "$clone"
cat > "$system$home/.gitconfig" <<GIT
[safe]
	directory = *
GIT

# A step of the page, in the new system.
play() {
  cp "$work/steps/$1" "$system/stand-ins/step.sh"
  chroot "$system" /usr/bin/env -i HOME="$home" LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${trust[@]}" \
    bash -euo pipefail /stand-ins/step.sh
}
export -f play
export system work home

echo "== Install: $(head -n 1 "$work/steps/01.sh")"
# A machine may trust further certificate authorities on its way to the mirrors.
trust=(NODE_EXTRA_CA_CERTS=/stand-ins/authorities.crt SSL_CERT_FILE=/stand-ins/authorities.crt npm_config_cafile=/stand-ins/authorities.crt)
mount -t proc proc "$system/proc"
began=$SECONDS
play 01.sh > "$work/install.log" 2>&1 || { tail -n 40 "$work/install.log"; exit 1; }
echo "   $((SECONDS - began)) s"
umount "$system/proc"

# The rest without any network. What is started ends with this namespace.
unshare --net --mount --pid --fork --kill-child bash -euo pipefail "$root/deploy/prove/afterInstall.sh"
echo "from the clean Debian to the end: $((SECONDS - began)) s"
