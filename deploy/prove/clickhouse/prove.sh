#!/usr/bin/env bash
# Runs the conformance suite of click stores on a ClickHouse cluster with replicas, Keeper and quorum, and again while
# replicas are being killed. Needs Docker with compose, about 8 GB of memory, and `npm ci`.
set -euo pipefail
cd "$(dirname "$0")"
compose() { docker compose --project-name fairlead-prove "$@"; }
trap 'kill "${killer:-}" 2>/dev/null || true; compose down --volumes --timeout 5' EXIT

compose up --detach
echo 'Waiting until the cluster answers'
for server in s1r1 s1r2 s1r3 s2r1 s2r2 s2r3; do
  until compose exec -T "$server" clickhouse-client --user fairlead --password prove-it \
    --query "SELECT count() FROM system.zookeeper WHERE path = '/'" >/dev/null 2>&1; do sleep 1; done
done

export FAIRLEAD_TEST_CLICKHOUSE=1
export TEST_CLICKS_URL='clickhouse://fairlead:prove-it@127.0.0.1:18123/default?cluster=prove'
suite() { (cd ../../.. && node server/test/support/run/run.ts server/test/clickhouse/conformance); }

echo '1. The suite on a whole cluster'
suite

echo '2. The suite while one replica of each shard at a time is killed and comes back'
(
  while true; do
    for number in 2 3; do
      compose kill --signal SIGKILL "s1r$number" "s2r$number"
      sleep 10
      compose start "s1r$number" "s2r$number"
      sleep 20
    done
  done
) >/dev/null 2>&1 &
killer=$!
suite
kill "$killer"
echo 'Both runs passed'
