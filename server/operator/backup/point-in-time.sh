#!/bin/sh
# Backups of a whole PostgreSQL server, from which it is restored to any moment, with pgBackRest. Run on the server's
# machine as the account of PostgreSQL; what to set before: docs/operations/backup.md.
#
#   point-in-time.sh prepare                           once
#   point-in-time.sh full | diff | incr                a backup, while the product runs
#   point-in-time.sh list
#   point-in-time.sh restore '2026-03-05 10:29:59-03'  the server stopped; it then starts at that moment
#
# STANZA names the server (agenda), PGBACKREST_CONFIG the file of pgBackRest.
set -eu
stanza="${STANZA:-agenda}"
usage() {
	sed -n 's/^#   //p' "$0" >&2
	exit 2
}
case "${1:-}" in
prepare)
	pgbackrest --stanza="$stanza" stanza-create
	pgbackrest --stanza="$stanza" check
	;;
full | diff | incr) pgbackrest --stanza="$stanza" --type="$1" backup ;;
list) pgbackrest --stanza="$stanza" info ;;
restore)
	# A zone is required: without one it would be the zone of the machine.
	case "${2:-}" in
	????-??-??\ ??:??:??*[+-]??*) ;;
	*) usage ;;
	esac
	# pgBackRest itself refuses while the server runs. Files that are there already and right are kept.
	pgbackrest --stanza="$stanza" --delta --type=time --target="$2" --target-action=promote restore
	;;
*) usage ;;
esac
