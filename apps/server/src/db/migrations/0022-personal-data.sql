-- Links to the data of a person, mailed when an administrator asks for it.

alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('password', 'email', 'data'));
