-- Mail, and messages of visitors.

-- A mail is stored in the transaction that causes it and sent afterwards. Without a mail server it
-- stays for administrators.
create table mail_outbox (
  -- Also the Message-ID, so that a mail sent twice is recognized
  id               uuid primary key,
  kind             text not null,
  recipient        text not null,
  subject          text not null,
  body_text        text not null,          -- emptied after sending, if it contained a secret link
  body_html        text,
  list_unsubscribe text,                   -- URL to unsubscribe from the newsletter
  state            text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts         integer not null default 0,
  claimed_by       uuid,                   -- process that sends it
  claimed_until    timestamptz,            -- end of that claim
  -- A code, not the response of a mail server, which may contain addresses
  last_error       text,
  created_at       timestamptz not null default now(),
  sent_at          timestamptz
);
create index mail_outbox_order on mail_outbox (created_at, id);

create table messages (
  id           uuid primary key,
  kind         text not null check (kind in ('contact', 'demo', 'newsletter')),
  name         text not null default '',
  email        text not null,
  subject      text not null default '',
  message      text not null default '',
  company_name text not null default '',
  team_size    text not null default '',
  -- The signed-in user; the sender's own statement is ignored
  user_id      uuid references users on delete set null,
  created_at   timestamptz not null default now()
);
create index messages_order on messages (created_at, id);

-- State of a message that subscribes to the newsletter.
create table newsletter_subscriptions (
  message_id uuid primary key references messages on delete cascade,
  email_key  text not null unique,
  state      text not null check (state in ('pending', 'subscribed', 'left')),
  changed_at timestamptz not null default now()
);

-- Links that confirm or end a subscription. Each mail has its own.
create table newsletter_links (
  token_hash bytea primary key,
  message_id uuid not null references newsletter_subscriptions on delete cascade,
  created_at timestamptz not null default now()
);
create index newsletter_links_subscription on newsletter_links (message_id);
