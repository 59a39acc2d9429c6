-- Provisioning by SCIM 2.0.

-- A directory that creates, changes and disables users and groups.
create table scim_connections (
  id           uuid primary key,
  name         text not null,
  token_hash   bytea not null unique,      -- SHA-256 of the token, which is shown once and not stored
  -- Whether it takes over the account with the same address, which was confirmed here
  link_rule    text not null check (link_rule in ('never', 'domains', 'verified')),
  link_domains text[] not null default '{}',
  created_by   uuid references users on delete set null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);

-- Users of a connection. It sees and changes no others.
create table scim_users (
  connection_id uuid not null references scim_connections on delete cascade,
  user_id       uuid not null references users on delete cascade,
  user_name     text not null,             -- as sent; the username here may differ
  user_name_key text not null,             -- lower case
  external_id   text,
  is_created    boolean not null,          -- by the connection; otherwise it took the account over
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  -- The directory has deleted the user, whose account is disabled
  deleted_at    timestamptz,
  primary key (connection_id, user_id)
);
create unique index scim_users_name on scim_users (connection_id, user_name_key) where deleted_at is null;
create unique index scim_users_external on scim_users (connection_id, external_id) where deleted_at is null;
create unique index scim_users_user on scim_users (user_id) where deleted_at is null;
