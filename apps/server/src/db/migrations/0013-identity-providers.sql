-- Sign-in with identity providers (OpenID Connect).

create table identity_providers (
  id              uuid primary key,
  name            text not null,
  issuer          text not null,
  client_id       text not null,
  client_secret   bytea,                   -- encrypted; null: a public client
  is_enabled      boolean not null,
  -- Whether a sign-in is linked to the account with the same address, which both sides verified
  link_rule       text not null check (link_rule in ('never', 'domains', 'verified')),
  link_domains    text[] not null default '{}',
  creates_accounts boolean not null,
  account_domains text[] not null default '{}', -- of accounts that it creates; empty: all
  groups_claim    text,
  created_at      timestamptz not null default now()
);

-- A person at a provider: issuer and subject. The address may change and identifies no person.
create table identities (
  id              uuid primary key,
  provider_id     uuid not null references identity_providers on delete cascade,
  issuer          text not null,
  subject         text not null,
  user_id         uuid not null references users on delete cascade,
  email           text,                    -- as named by the provider at the last sign-in
  created_at      timestamptz not null default now(),
  last_sign_in_at timestamptz,
  unique (provider_id, issuer, subject),
  unique (provider_id, user_id)
);
create index identities_user on identities (user_id);

-- Sign-ins that were started. Each can be ended once, in the browser that started it.
create table sign_in_attempts (
  state_hash   bytea primary key,          -- SHA-256 of the state, which is not stored
  browser_hash bytea not null,             -- SHA-256 of the cookie of the browser
  provider_id  uuid not null references identity_providers on delete cascade,
  session_id   uuid references sessions on delete cascade, -- connects an identity to its user
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sign_in_attempts_expired on sign_in_attempts (expires_at);

-- Sessions that were begun through a provider.
create table identity_sessions (
  session_id  uuid primary key references sessions on delete cascade,
  identity_id uuid not null references identities on delete cascade,
  sid         text,                        -- session at the provider
  id_token    bytea not null,              -- encrypted; sent back for the sign-out
  created_at  timestamptz not null default now()
);
create index identity_sessions_identity on identity_sessions (identity_id);
