-- Second factors: passkeys, one-time codes and recovery codes.

-- True if the user has a passkey or active one-time codes. Maintained with their rows, because
-- every call reads it.
alter table users add column has_second_factor boolean not null default false;

-- Time of the last confirmation that the owner of the account uses the session.
alter table sessions add column confirmed_at timestamptz;

create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  credential_id text not null unique,      -- base64url
  public_key    bytea not null,            -- COSE
  counter       bigint not null,           -- signature counter of the authenticator
  transports    text[] not null default '{}',
  name          text not null,
  is_backed_up  boolean not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_user on passkeys (user_id);

create table one_time_codes (
  user_id      uuid primary key references users on delete cascade,
  secret       bytea not null,             -- encrypted
  created_at   timestamptz not null default now(),
  activated_at timestamptz,                -- null: no code was entered yet
  last_step    bigint not null default 0   -- time step of the last accepted code
);

create table recovery_codes (
  user_id   uuid not null references users on delete cascade,
  code_hash bytea not null,                -- SHA-256 of 120 random bits
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was correct, and which wait for the second factor.
create table pending_sign_ins (
  browser_hash bytea primary key,          -- SHA-256 of the cookie of the browser
  user_id      uuid not null references users on delete cascade,
  expires_at   timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expired on pending_sign_ins (expires_at);

-- Challenges for passkeys. Each is used once, by the browser or the session that asked for it.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose        text not null check (purpose in ('sign_in', 'add', 'confirm')),
  browser_hash   bytea,
  session_id     uuid references sessions on delete cascade,
  expires_at     timestamptz not null,
  check ((browser_hash is null) <> (session_id is null))
);
create index passkey_challenges_expired on passkey_challenges (expires_at);
