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

now() { date +%s%3N; }
# Plays a step of the page; what it says stands in $work/output.
step() {
  local began
  began=$(now)
  echo "== $2: $(head -n 1 "$work/steps/$1")"
  play "$1" > "$work/output" 2>&1 || { tail -n 40 "$work/output"; exit 1; }
  echo "   $(($(now) - began)) ms"
}
# What a person would wait for.
healthy() {
  for _ in $(seq 600); do
    if ask https://links.example.com/health > /dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo 'the server did not come up'; tail -n 40 "$system/var/log/fairlead.log"; exit 1
}
ask() { chroot "$system" curl --fail --silent --show-error --max-time 60 --cacert "$authority" "$@"; }
visit() { ask --output /dev/null --write-out '%{http_code} %{redirect_url}' https://shop.go.example.com/hello; }
redirected() {
  local seen
  seen=$(visit)
  [ "$seen" = '302 https://example.com/hello' ] || { echo "the link answers: $seen"; exit 1; }
}
expect() { grep --quiet "$1" "$work/output" || { cat "$work/output"; echo "nothing says: $1"; exit 1; }; }

# Visits the link again and again until the file `visiting` is gone, and notes each answer with the milliseconds that it took.
visitAgainAndAgain() {
  local began seen
  while [ -f "$work/visiting" ]; do
    began=$(now)
    seen=$(visit 2>&1) || true
    echo "$(($(now) - began)) $seen" >> "$work/visits"
    sleep 0.1
  done
}

step 02.sh Settings
began=$(now)
step 03.sh Start
healthy
install --mode=644 "$system$authority" "$system/stand-ins/authority.crt"
echo "   from the start to an answer over HTTPS: $(($(now) - began)) ms"
# The account is made while it answers already.
for _ in $(seq 100); do
  if grep --quiet 'you@example.com' "$system/var/log/fairlead.log"; then break; fi
  sleep 0.2
done
grep --quiet 'you@example.com' "$system/var/log/fairlead.log" || { echo 'the log names no first account'; exit 1; }

step 04.sh 'What is still missing'
expect 'MAIL_TO_FILES'
if grep --quiet '^problem' "$work/output"; then cat "$work/output"; exit 1; fi

step 05.sh 'A first link'
expect '302 https://example.com/hello'
if ask https://stranger.example.com/ > /dev/null 2>&1; then echo 'a host that is not ours got a certificate'; exit 1; fi

step 06.sh 'A backup'
expect 'Whole: /backups/'

step 07.sh 'Bringing it back'
healthy
redirected
echo '   the link is there after the restore'

touch "$work/visiting" && rm -f "$work/visits"
visitAgainAndAgain &
visitor=$!
step 08.sh Upgrade
healthy
rm "$work/visiting"
wait "$visitor"
redirected
refused=$(grep --count --invert-match ' 302 https://example.com/hello$' "$work/visits" || true)
echo "   visits meanwhile: $(wc -l < "$work/visits"), refused: $refused, the longest took $(sort -n "$work/visits" | tail -n 1 | cut -d' ' -f1) ms"
[ "$refused" = 0 ] || { grep --invert-match ' 302 https://example.com/hello$' "$work/visits" | head; exit 1; }
release=$(play version.sh)
echo "   after the upgrade: $(echo "$release" | tr '\n' ' ')"
case $release in *'server 0.2.0'*) ;; *) exit 1 ;; esac
chroot "$system" systemctl stop fairlead
echo 'every step of the page did what it says'
