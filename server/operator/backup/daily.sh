#!/bin/sh
# A backup a day into the given directory, with its photos beside it, those of the last 14 days kept; a failed one is
# logged and retried an hour later. A restart makes none before the day is over; a database without users has none.
folder="$1"
while true; do
	if find "$folder" -maxdepth 1 -name 'agenda-*.sql.gz' -mmin -1435 | grep -q .; then
		sleep 300 & wait $!
		continue
	fi
	file="$folder/agenda-$(date -u +%Y%m%dT%H%M%SZ).sql.gz"
	node --enable-source-maps dist/backup.js --if-used "$file"
	case $? in
	0)
		rm -f "$folder/.unused"
		ls -1 "$folder"/agenda-*.sql.gz | sort -r | tail -n +15 | while read -r old; do rm -rf -- "$old" "$old.files"; done
		;;
	3)
		touch "$folder/.unused"
		sleep 300 & wait $!
		;;
	*) sleep 3600 & wait $! ;;
	esac
done
