#!/bin/sh
# Writes a backup and the journal into BACKUP_FOLDER, keeps the newest BACKUP_KEEP backups, and copies the folder to
# BACKUP_COPY_TO (rsync), if that is set. Fails, and removes nothing, when any of it fails.
set -eu
: "${BACKUP_FOLDER:=/var/backups/aftersale}" "${BACKUP_KEEP:=14}" "${BACKUP_COPY_TO:=}"
umask 077
mkdir -p "$BACKUP_FOLDER"
bun run --silent cli backup "$BACKUP_FOLDER/$(date -u +%Y-%m-%dT%H%M%SZ).backup"
bun run --silent cli journal write "$BACKUP_FOLDER/aftersale.journal"
if [ -n "$BACKUP_COPY_TO" ]; then rsync -a "$BACKUP_FOLDER/" "$BACKUP_COPY_TO/"; fi
# Their names are moments, and sort as those do.
ls "$BACKUP_FOLDER" | grep '\.backup$' | sort -r | tail -n "+$((BACKUP_KEEP + 1))" | while read -r old; do
  rm -- "$BACKUP_FOLDER/$old"
done
