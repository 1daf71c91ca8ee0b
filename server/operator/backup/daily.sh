#!/bin/sh
# A backup a day into the given directory, the last 14 kept; a failed one is logged and retried an hour later.
folder="$1"
while true; do
	file="$folder/agenda-$(date -u +%Y%m%dT%H%M%SZ).sql.gz"
	if node --enable-source-maps dist/backup.js "$file"; then
		ls -1 "$folder"/agenda-*.sql.gz | sort -r | tail -n +15 | xargs -r rm --
		sleep 86400 & wait $!
	else
		sleep 3600 & wait $!
	fi
done
