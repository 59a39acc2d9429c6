import { t } from '@lingui/core/macro';
import type { Job } from '@longhand/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { sendFiles } from '../../api/file-calls.ts';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { asSent, objectionTo } from './brought.ts';
import type { Packed } from './zip.ts';

/** State of an import. `part`: completed fraction, null if unknown. */
export type ImportState =
  | { readonly kind: 'choosing'; readonly objection: string | null }
  | { readonly kind: 'sending'; readonly part: number | null }
  | { readonly kind: 'working'; readonly part: number }
  | { readonly kind: 'ended'; readonly job: Job };

/**
 * Imports files: uploads them, then follows the job that creates the documents, by the server's
 * events.
 */
export function useImport(): {
  state: ImportState;
  /** `projectId` null: as personal drafts. */
  begin: (files: readonly Packed[], projectId: string | null) => void;
  stop: () => void;
} {
  const call = useCall();
  const store = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: 'choosing', objection: null });
  const [jobId, setJobId] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  const job = useQuery({
    queryKey: keys.job(jobId ?? ''),
    queryFn: ({ signal }) => call('getJob', { params: { id: jobId ?? '' } }, signal),
    enabled: jobId !== null,
  });
  useEffect(() => () => sending.current?.abort(), []);
  const hasEnded = job.data !== undefined && job.data.endedAt !== null;
  useEffect(() => {
    if (hasEnded) void store.invalidateQueries({ queryKey: keys.documents });
  }, [hasEnded, store]);

  async function send(files: readonly Packed[], projectId: string | null): Promise<void> {
    const objection = objectionTo(files);
    if (objection !== null) return setState({ kind: 'choosing', objection });
    const controller = new AbortController();
    sending.current = controller;
    setState({ kind: 'sending', part: null });
    try {
      const how = {
        files: await asSent(files),
        progress: (part: number | null) => setState({ kind: 'sending', part }),
        signal: controller.signal,
      };
      const begun =
        projectId === null
          ? await sendFiles(call, 'importDocuments', {}, how)
          : await sendFiles(call, 'importToProject', { params: { id: projectId } }, how);
      setJobId(begun.jobId);
    } catch (error) {
      setState({
        kind: 'choosing',
        objection: controller.signal.aborted ? t`Nothing was imported.` : sentenceOf(error),
      });
    } finally {
      sending.current = null;
    }
  }

  return {
    state:
      job.data !== undefined
        ? followed(job.data)
        : job.error === null
          ? state
          : unfollowed(job.error),
    begin: (files, projectId) => void send(files, projectId),
    stop: () => sending.current?.abort(),
  };
}

/** Returns the state for uploaded files whose job cannot be followed. */
function unfollowed(error: Error): ImportState {
  const objection = t`The files were uploaded and are being imported. The progress is not available now. ${{ sentence: sentenceOf(error) }}`;
  return { kind: 'choosing', objection };
}

function followed(job: Job): ImportState {
  return job.endedAt === null ? { kind: 'working', part: job.progress } : { kind: 'ended', job };
}
