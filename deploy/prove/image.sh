#!/usr/bin/env bash
# Builds the image on a machine without Docker, as root: buildah and a base made by debootstrap (apt-get install
# buildah debootstrap), with the Node of this checkout (npm ci) and npm's own folder. Then starts a container of it as
# an ordinary user on a read-only root, waits for its health, creates a link, stops it, and prints the figures.
#
#   deploy/prove/image.sh [WORK_FOLDER]
#
# The base is kept in WORK_FOLDER, so that a second run takes two minutes less.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:-$(mktemp -d)}
base=localhost/fairlead-base
image=localhost/fairlead
mkdir -p "$work"

if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  mirror=$(sed -nE 's/^URIs: *(\S+).*/\1/p; s/^deb (https?\S+).*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1 || true)
  [ -d "$work/rootfs/usr" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$work/rootfs" "$mirror"
  install -m 755 "$root/node_modules/node/bin/node" "$work/rootfs/usr/local/bin/node"
  mkdir -p "$work/rootfs/usr/local/lib/node_modules"
  cp -a "$(npm root --global)/npm" "$work/rootfs/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/rootfs/usr/local/bin/npm"
  # A machine may trust further certificate authorities on its way to the registry.
  cp /etc/ssl/certs/ca-certificates.crt "$work/rootfs/etc/ssl/certs/"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/rootfs" / >/dev/null
  buildah config --env PATH=/usr/local/bin:/usr/bin:/bin --env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  buildah commit --quiet --rm "$container" "$base" >/dev/null
fi

settings=()
for file in "$(npm config get userconfig)" "$(npm config get globalconfig)"; do
  [ -f "$file" ] && settings+=(--volume "$file:$file:ro")
done
started=$SECONDS
buildah build --format docker --isolation=chroot --network=host --pull-never --build-arg BASE="$base" "${settings[@]}" --tag "$image" "$root"
echo "built in $((SECONDS - started)) s"

size() { buildah images --json "$1" | sed -nE 's/.*"size": *"([^"]+)".*/\1/p' | head -n 1; }
echo "image: $(size "$image"), of which base: $(size "$base")"

container=$(buildah from --pull-never "$image")
port=$((20000 + RANDOM % 10000))
mount=$(buildah mount "$container")
mkdir -p "$work/data" && chown 1000:1000 "$work/data"
began=$(date +%s%N)
buildah run --isolation=chroot --network=host --user 1000:1000 --volume "$work/data:/data" \
  --env PORT=$port --env HOST=127.0.0.1 "$container" -- node server/src/main.ts serve > "$work/app.log" 2>&1 &
app=$!
trap 'kill $app 2>/dev/null; wait $app 2>/dev/null; buildah umount "$container" >/dev/null; buildah rm "$container" >/dev/null' EXIT
until curl -sf "http://127.0.0.1:$port/health" >/dev/null; do
  kill -0 $app 2>/dev/null || { cat "$work/app.log"; exit 1; }
  sleep 0.1
done
echo "first start until healthy: $((($(date +%s%N) - began) / 1000000)) ms"
curl -sf "http://127.0.0.1:$port/health"; echo
# The dashboard was built into the image.
curl -sf -H 'Accept: text/html' "http://localhost:$port/" | grep -q '<div id="root"' && echo "dashboard: served"
server=$(pgrep -f "node server/src/main.ts serve" --newest)
sleep 10
echo "server, idle: $(awk '/^VmRSS/{print int($2/1024)}' "/proc/$server/status") MB"
kill -TERM "$server"
wait $app && echo "stopped cleanly"
