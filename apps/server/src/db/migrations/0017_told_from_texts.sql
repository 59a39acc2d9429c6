-- What stood in a text when it was counted last, by which is known what people are to be told of. Null: not looked at yet, and nothing is told.

alter table document_digests add column suggestions jsonb;  -- the suggestions, each with what tells what became of it
alter table document_digests add column mentions jsonb;     -- who is named where; also those that are gone, who are not told again
