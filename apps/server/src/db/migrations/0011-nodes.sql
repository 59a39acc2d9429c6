-- Several processes on one database.

-- Processes (nodes) on the database. One that has not been seen for some seconds is gone.
create table nodes (
  id      uuid primary key,
  url     text not null,                   -- at which other nodes reach it
  seen_at timestamptz not null default clock_timestamp()
);

-- The node that has the room of a document. Without a row, no room is open.
create table document_nodes (
  document_id uuid primary key,
  node_id     uuid not null references nodes on delete cascade
);
create index document_nodes_node on document_nodes (node_id);

-- Secrets that all nodes share.
create table shared_secrets (
  name  text primary key,
  value text not null
);
