#!/usr/bin/env bash
# The second half of deploy.sh, in namespaces of its own: `system`, `work` and `play` come from there.
set -euo pipefail
mount --make-rprivate /
mount -t proc proc "$system/proc"
ip link set lo up
printf 'nameserver 127.0.0.1\n' > "$system/etc/resolv.conf"
dnsmasq --no-daemon --conf-file=/dev/null --no-resolv --no-hosts --user=root --pid-file --listen-address=127.0.0.1 --bind-interfaces \
  --address=/example.com/127.0.0.1 --address=/example.net/127.0.0.1 > "$work/dns.log" 2>&1 &

authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
# The same, where the user of the service may read it.
trust=(NODE_EXTRA_CA_CERTS=/stand-ins/authority.crt CURL_CA_BUNDLE=/stand-ins/authority.crt npm_config_offline=true)

step() { echo "== $(head -n 1 "$work/steps/$1")"; play "$@"; }
# What a person would wait for.
healthy() {
  for _ in $(seq 600); do
    if ask https://links.example.com/health > /dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo 'the server did not come up'; cat "$system/var/log/fairlead.log"; exit 1
}
ask() { chroot "$system" curl --fail --silent --show-error --cacert "$authority" "$@"; }
redirected() {
  local seen
  seen=$(ask --output /dev/null --write-out '%{http_code} %{redirect_url}' https://shop.go.example.com/hello)
  [ "$seen" = '302 https://example.com/hello' ] || { echo "the link answers: $seen"; exit 1; }
}
expect() { grep --quiet "$1" "$work/output" || { cat "$work/output"; echo "nothing says: $1"; exit 1; }; }

step 02.sh
began=$(date +%s%N)
step 03.sh
healthy
install --mode=644 "$system$authority" "$system/stand-ins/authority.crt"
echo "from the start to an answer over HTTPS: $((($(date +%s%N) - began) / 1000000)) ms"
grep --quiet 'you@example.com' "$system/var/log/fairlead.log" || { echo 'the log names no first account'; exit 1; }

step 04.sh > "$work/output" 2>&1
expect 'MAIL_TO_FILES'
if grep --quiet '^problem' "$work/output"; then cat "$work/output"; exit 1; fi

step 05.sh > "$work/output"
expect '302 https://example.com/hello'
if ask https://stranger.example.com/ > /dev/null 2>&1; then echo 'a host that is not ours got a certificate'; exit 1; fi

step 06.sh > "$work/output"
expect 'Whole: /backups/'

step 07.sh > "$work/output"
healthy
redirected
echo 'the link is there after the restore'

step 08.sh > "$work/upgrade.log" 2>&1 || { tail -n 40 "$work/upgrade.log"; exit 1; }
healthy
redirected
release=$(play version.sh)
echo "after the upgrade: $release"
case $release in *'server 0.2.0'*) ;; *) exit 1 ;; esac
chroot "$system" systemctl stop fairlead
echo 'every step of the page did what it says'
