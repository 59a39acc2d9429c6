-- The language of the page on which an address was entered: that of the mail to an address without
-- an account, or to a user who has not chosen a language.
alter table address_requests add column language text;
