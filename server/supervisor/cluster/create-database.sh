#!/bin/sh
# Called by Patroni on the first primary of a new cluster, with the superuser's connection string.
set -eu
psql "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$AGENDA_PASSWORD" <<'SQL'
create role agenda login password :'password';
create database agenda owner agenda;
SQL
