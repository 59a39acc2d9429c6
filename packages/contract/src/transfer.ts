import { z } from 'zod';
import { id, moment } from './text.ts';

/** File formats of exports. */
export const exportFormat = z.enum(['markdown', 'html', 'docx', 'pdf', 'epub', 'text']);
/** See {@link exportFormat}. */
export type ExportFormat = z.infer<typeof exportFormat>;

/** Query of an export; default format: Markdown. */
export const exportAsked = z.object({ format: exportFormat.default('markdown') });

/**
 * Query of the export of a document. `below`: in one file with all active documents inside it that
 * the caller may read.
 */
export const exportDocumentAsked = exportAsked.extend({
  below: z.enum(['true', 'false']).optional(),
});

/**
 * A background job requested by a user. `progress` from 0 to 1. `documents`: those created so far.
 * `report`: content that could not be converted, by file.
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

/** Response for a job that was started. */
export const begunJob = z.object({ jobId: id }).meta({ id: 'BegunJob' });
