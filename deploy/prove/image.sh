#!/usr/bin/env bash
# Builds the image on a machine without Docker, as root: buildah and a base made by debootstrap (apt-get install
# buildah debootstrap), with the Node of this checkout (npm ci) and npm's own folder. Then starts the image's command in
# namespaces of its own, as compose.yaml does: as the image's user, on a read-only root, without capabilities. Makes a link,
# visits it, stops the server, and prints the figures.
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
  mirror=$(sed -nE 's/^URIs: *(\S+\/debian)\/?$/\1/p; s/^deb (\[[^]]*\] )?(https?\S+\/debian)\/? .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1 || true)
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
rm -f "$work/image.tar"
buildah push --quiet "$image" "oci-archive:$work/image.tar"
echo "image: $(size "$image"), of which base: $(size "$base"); compressed, with its base: $(($(stat -c %s "$work/image.tar") / 1000000)) MB"
rm "$work/image.tar"

container=$(buildah from --pull-never "$image")
rootfs=$(buildah mount "$container")
port=$((20000 + RANDOM % 10000))
data=$work/data
log=$work/app.log
if [ -d "$data" ]; then mv "$data" "$data.$(date +%s)"; fi
mkdir "$data" && chown 1000:1000 "$data"
told() { buildah inspect --type container --format "{{range .OCIv1.Config.$1}}{{println .}}{{end}}" "$container" | grep .; }
mapfile -t settings < <(told Env)
mapfile -t command < <(told Cmd)
folder=$(buildah inspect --type container --format '{{.OCIv1.Config.WorkingDir}}' "$container")
user=$(buildah inspect --type container --format '{{.OCIv1.Config.User}}' "$container")
export rootfs data folder

# What is mounted is mounted for this process alone, and gone with it. Nothing is removed here.
inside='
  mount --bind "$rootfs" "$rootfs"
  cd "$rootfs"
  mount -t proc proc proc
  mount -t tmpfs -o mode=1777 tmpfs tmp
  mount -t tmpfs -o mode=755 tmpfs dev
  mkdir dev/shm
  mount -t tmpfs -o mode=1777,size=256m tmpfs dev/shm
  for device in null zero random urandom; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
  done
  mount --bind "$data" data
  mount -o remount,ro,bind "$rootfs"
  exec chroot . /usr/bin/setpriv --reuid '"${user%:*}"' --regid '"${user#*:}"' --clear-groups --bounding-set=-all --no-new-privs \
    /usr/bin/env -i --chdir="$folder" "$@"'

app=
trap '[ -z "$app" ] || { kill "$(pgrep --parent "$app")"; wait "$app" || true; }; buildah umount "$container" > /dev/null; buildah rm "$container" > /dev/null' EXIT
# Starts the command of the image, and tells how long it takes until it is healthy.
start() {
  local began
  began=$(date +%s%3N)
  unshare --mount --pid --fork --kill-child --propagation private \
    bash -euc "$inside" - "${settings[@]}" "PORT=$port" HOST=127.0.0.1 "${command[@]}" > "$log" 2>&1 &
  app=$!
  until curl -sf "http://127.0.0.1:$port/health" > /dev/null; do
    kill -0 "$app" 2> /dev/null || { cat "$log"; exit 1; }
    sleep 0.05
  done
  echo "$1 until healthy: $(($(date +%s%3N) - began)) ms"
}
stop() {
  kill -TERM "$(pgrep --parent "$app")"
  wait "$app" || { echo "ended with status $?"; tail -n 20 "$log"; app=; exit 1; }
  app=
  echo 'stopped cleanly'
}
visit() { curl -s -o /dev/null -w '%{http_code} %{redirect_url}' "http://go.localhost:$port/hello"; }
redirected() {
  local seen
  seen=$(visit)
  [ "$seen" = '302 https://example.com/hello' ] || { echo "the link answers: $seen"; exit 1; }
}

start 'first start'
until grep -q 'App key' "$log"; do sleep 0.1; done
key=$(sed -nE 's/.*App key +([^ ]+).*/\1/p' "$log" | head -n 1)
curl -sf "http://localhost:$port/v1/sdk/links" -H "X-App-Key: $key" -H 'Content-Type: application/json' \
  -d '{"type":"unified","slug":"hello","fallbackUrl":"https://example.com/hello"}' > /dev/null
redirected
echo 'a link redirects'
# Both were built into the image.
page=$(curl -sf -H 'Accept: text/html' "http://localhost:$port/")
[[ $page = *'<div id="app"'* ]] || { echo 'the dashboard is not there'; exit 1; }
page=$(curl -sfL "http://localhost:$port/docs/")
[[ $page = *VitePress* ]] || { echo 'the guides are not there'; exit 1; }
echo 'dashboard and guides are served'
options=$(awk '$5 == "/" {print $6}' "/proc/$(pgrep --parent "$app")/mountinfo" | tail -n 1)
[[ $options = ro* ]] || { echo "its root is not read-only: $options"; exit 1; }

# Idle after 15 seconds. Of a page that several processes share, each has its part.
sleep 15
memory() { awk '/^Pss:/{sum += $2} END{print int(sum / 1024)}' "${@/%//smaps_rollup}"; }
server=() database=()
for number in $(pgrep --ns "$(pgrep --parent "$app")" --nslist pid ''); do
  case $(readlink "/proc/$number/exe") in
    */postgres) database+=("/proc/$number") ;;
    *) server+=("/proc/$number") ;;
  esac
done
echo "memory, idle: server $(memory "${server[@]}") MB (processes: ${#server[@]}), database $(memory "${database[@]}") MB (${#database[@]})"
stop

start 'next start'
redirected
stop
