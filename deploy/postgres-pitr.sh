#!/bin/sh
# Point-in-time restore for PostgreSQL: continuous archiving, a base backup, and the restore to a moment.
#
#   postgres-pitr.sh archive-settings WAL_FOLDER              prints the settings for postgresql.conf; they need a restart
#   postgres-pitr.sh base BACKUP_FOLDER                       writes BACKUP_FOLDER/DATE; the connection comes from PGHOST, PGUSER, …
#   postgres-pitr.sh restore BASE WAL_FOLDER TIME DATA_FOLDER prepares DATA_FOLDER for a server that recovers up to TIME
#   postgres-pitr.sh prune BACKUP_FOLDER WAL_FOLDER DAYS      deletes base backups older than DAYS, and the log that only they need
set -eu

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

case "${1:-}" in
archive-settings)
    [ $# -eq 2 ] || usage
    cat <<END
wal_level = replica
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f "$2/%f" && cp "%p" "$2/%f.part" && sync "$2/%f.part" && mv "$2/%f.part" "$2/%f"'
END
    ;;
base)
    [ $# -eq 2 ] || usage
    folder="$2/$(date -u +%Y-%m-%dT%H%M%SZ)"
    pg_basebackup --pgdata="$folder.part" --format=plain --wal-method=fetch --checkpoint=fast
    mv "$folder.part" "$folder"
    echo "$folder"
    ;;
restore)
    [ $# -eq 5 ] || usage
    base=$2 wal=$3 time=$4 data=$5
    [ ! -e "$data" ] || { echo "$data exists already" >&2; exit 1; }
    cp -a "$base" "$data"
    chmod 700 "$data"
    rm -rf "$data"/pg_wal/*
    cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
archive_mode = off
END
    touch "$data/recovery.signal"
    echo "Start PostgreSQL on $data. It stops its recovery at $time and accepts writes then."
    ;;
prune)
    [ $# -eq 4 ] || usage
    find "$2" -mindepth 1 -maxdepth 1 -type d -mtime "+$4" -exec rm -rf {} +
    oldest=$(find "$2" -mindepth 1 -maxdepth 1 -type d ! -name '*.part' | sort | head -n 1)
    [ -n "$oldest" ] || exit 0
    first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")
    pg_archivecleanup "$3" "$first"
    ;;
*)
    usage
    ;;
esac
