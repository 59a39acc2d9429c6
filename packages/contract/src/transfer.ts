import { z } from 'zod';
import { id, moment } from './text.ts';

/** The forms in which documents go out as files. Source: API, Calls. */
export const exportFormat = z.enum(['markdown', 'html', 'docx', 'pdf', 'epub', 'text']);
/** See {@link exportFormat}. */
export type ExportFormat = z.infer<typeof exportFormat>;

/** What an export is asked for by: Markdown unless something else is said. */
export const exportAsked = z.object({ format: exportFormat.default('markdown') });

/**
 * Work that was asked for and goes on by itself. `progress` from 0 to 1. `documents` are those that it has made so far. `report` says
 * what could not be carried, file by file. Source: API, Calls.
 */
export const job = z
  .object({
    id,
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().min(0).max(1),
    documents: z.array(z.object({ id, title: z.string() })),
    report: z.array(z.object({ file: z.string(), message: z.string() })),
    createdAt: moment,
    endedAt: moment.nullable(),
  })
  .meta({ id: 'Job' });
/** See {@link job}. */
export type Job = z.infer<typeof job>;

/** The answer to a request whose work begins now. */
export const begunJob = z.object({ jobId: id }).meta({ id: 'BegunJob' });
