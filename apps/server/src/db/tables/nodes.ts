import type { Moment } from './moment.ts';

/** Tables of the processes that share the database. */
export type NodesTables = {
  nodes: {
    id: string;
    url: string;
    seen_at: Moment;
  };
  document_nodes: {
    document_id: string;
    node_id: string;
  };
  shared_secrets: {
    name: string;
    value: string;
  };
};
