-- Accounts, their sessions and access tokens, and links and requests that concern an account.

create extension if not exists pgcrypto;

create table users (
  id                 uuid primary key,
  username           text not null,
  username_key       text not null unique, -- normalized for comparison: NFKC, lower case
  -- Skeleton of the username, so that no two names look alike; null: has no username
  username_skeleton  text unique,
  name               text not null,
  email              text not null,
  email_key          text not null unique, -- normalized for comparison: lower case
  -- Null: no link that was mailed to the address has been followed
  email_confirmed_at timestamptz,
  -- The account has no rights until its address is confirmed
  must_confirm_email boolean not null default false,
  password_hash      text not null,
  is_admin           boolean not null default false,
  is_guest           boolean not null default false, -- has neither a password nor an address
  avatar_color       text not null,
  preferences        jsonb not null default '{}',
  -- A demo user is deleted with its content after this time
  demo_until         timestamptz,
  demo_id            uuid,                 -- workspace of a demo; its users see only each other
  created_at         timestamptz not null default now(),
  disabled_at        timestamptz,
  -- The row of a deleted account remains as the author of its text
  deleted_at         timestamptz
);

create table sessions (
  id           uuid primary key,
  token_hash   bytea not null unique,      -- SHA-256 of the cookie, which is not stored
  user_id      uuid not null references users on delete cascade,
  user_agent   text not null default '',
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sessions_user on sessions (user_id);

create table access_tokens (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  name         text not null,
  -- SHA-256 of the token, which is shown once and not stored
  token_hash   bytea not null unique,
  scopes       text[] not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  last_used_at timestamptz
);
create index access_tokens_user on access_tokens (user_id);

-- Links that reset a password or confirm a new address. Each can be used once.
create table account_links (
  token_hash bytea primary key,
  kind       text not null check (kind in ('password', 'email')),
  user_id    uuid not null references users on delete cascade,
  email      text,                         -- the address to confirm
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_links_user on account_links (user_id);

-- Requests for an address that may be unknown. A job looks it up later, so that the response and
-- its time are the same for every address.
create table address_requests (
  id        uuid primary key,
  purpose   text not null check (purpose in ('password', 'newsletter')),
  email_key text not null,
  email     text not null,                 -- as entered
  user_id   uuid references users on delete set null, -- the signed-in user
  asked_at  timestamptz not null default now(),
  unique (purpose, email_key)
);

-- Responses to calls with an Idempotency-Key. `status` is null while the call is being processed.
create table idempotency_answers (
  caller      text not null,               -- a user or an address
  key         text not null,
  fingerprint text not null,               -- hash of method, path and body
  status      integer,
  answer      text,
  started_at  timestamptz not null,
  primary key (caller, key)
);
create index idempotency_answers_age on idempotency_answers (started_at);
