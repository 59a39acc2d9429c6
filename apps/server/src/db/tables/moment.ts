import type { ColumnType } from 'kysely';

/** A timestamp column with a database default. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
