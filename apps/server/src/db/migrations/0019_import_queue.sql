-- Imports wait in a queue of their own: what else takes minutes must not stand behind them.
select jobs.create_queue('imports', '{"policy": "short", "retryLimit": 3, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 600, "expireInSeconds": 900}');

-- How often it was begun to read a text, counted before: one that ends the process is not met for ever. And what an import took in all.
alter table import_texts add column tries integer not null default 0;
alter table imports add column spent_ms integer not null default 0;
