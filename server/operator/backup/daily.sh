#!/bin/sh
# A backup a day into the folder given, the last 14 kept; one that fails is told in the log and tried an hour later.
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
