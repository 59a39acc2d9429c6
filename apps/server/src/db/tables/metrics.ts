import type { ColumnType, Generated } from 'kysely';

/** Tables of measured metrics and of errors. */
export type MetricsTables = {
  metrics: {
    process_id: string;
    seconds: number;
    at: Date;
    data: ColumnType<Record<string, unknown>, string, string>;
  };
  error_stats: {
    fingerprint: string;
    kind: 'bug' | 'fault';
    name: string;
    place: string;
    count: Generated<number>;
    first_seen: Date;
    last_seen: Date;
  };
};
