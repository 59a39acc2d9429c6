-- One cursor per document for everything that is derived from its text: the search index had one of its own.
alter table document_digests rename to document_projections;
update document_projections p set seq = least(p.seq, s.seq) from document_search s where s.document_id = p.document_id;
alter table document_search drop column seq;
alter table document_sights rename to last_seen_snapshots;
