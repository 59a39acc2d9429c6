-- Whether an address belongs to whoever typed it: known where a link that was mailed there has been followed.

alter table users add column email_confirmed_at timestamptz;                         -- null: nobody has followed one yet
alter table users add column must_confirm_email boolean not null default false;      -- the account is good for nothing before that

-- Whoever set a password by a mailed link, or confirmed a new address, has shown it.
update users set email_confirmed_at = now()
where id in (
  select target::uuid from audit_log
  where action in ('password.changed', 'email.changed') and data ->> 'by' = 'link' and target is not null
);
