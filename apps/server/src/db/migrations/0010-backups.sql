-- Backups.

-- Attempts to make a backup. Entries of backups made after the one that was restored are unknown.
create table backups (
  id           uuid primary key,           -- also in the backup itself
  name         text not null,              -- name of the file, without its folder
  is_scheduled boolean not null,
  started_at   timestamptz not null,
  ended_at     timestamptz not null,
  bytes        bigint,                     -- null: the attempt failed
  verified_at  timestamptz,                -- restored into a scratch place and compared
  removed_at   timestamptz,                -- when retention removed the file
  error        text                        -- a sentence for the operator; null: no failure
);
create index backups_started on backups (started_at desc);

-- A backup may take an hour, and must not delay the jobs of other queues. A failed one is not
-- retried: the next attempt is made an hour later.
select jobs.create_queue('backups', '{"policy": "short", "retryLimit": 0, "expireInSeconds": 21600}');
