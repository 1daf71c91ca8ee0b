#!/bin/sh
# Replaces the web and worker containers of docker-compose.yml one by one by such of the newest build, each new one
# healthy before an old one is asked to stop: `docker compose up` would stop all of them at the same time.
# Needs docker; COMPOSE says how compose is called, with its options.
set -eu
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}

healthy() {
	for id in $($compose ps -q "$1"); do
		[ "$(docker inspect -f '{{.State.Health.Status}}' "$id")" = healthy ] || return 1
	done
}

$compose build
# The newest schema; the old processes work on it.
$compose up -d --no-deps migrate
[ "$(docker wait "$($compose ps -aq migrate)")" = 0 ] || { $compose logs migrate >&2; exit 1; }
for service in web worker; do
	all=$($compose ps -q "$service" | wc -l)
	for old in $($compose ps -q "$service"); do
		$compose up -d --no-deps --no-recreate --scale "$service=$((all + 1))" "$service"
		tries=0
		until healthy "$service"; do
			tries=$((tries + 1))
			if [ "$tries" -gt 90 ]; then
				echo "A new $service does not become healthy; the old ones that are left go on." >&2
				exit 1
			fi
			sleep 2
		done
		docker stop -t 25 "$old"
		docker rm "$old"
	done
done
# Whatever else has changed.
$compose up -d
