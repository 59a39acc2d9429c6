-- Links to a document for people without an account, and who came in by them.

create table guest_links (
  id            uuid primary key,
  document_id   uuid not null references documents on delete cascade,
  token_hash    bytea not null unique,          -- SHA-256 of the secret; the secret itself is stored nowhere
  role          text not null check (role in ('editor', 'reviewer', 'viewer')),
  password_hash text,
  created_by    uuid not null references users,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz
);
create index guest_links_document on guest_links (document_id);

-- A guest is somebody without a password or an address, whose words stay theirs. The link is what they came in by.
alter table users add column is_guest boolean not null default false;
alter table users add column guest_link_id uuid references guest_links on delete set null;
create index users_guest_link on users (guest_link_id) where guest_link_id is not null;
