import { t } from '@lingui/core/macro';
import type { ExportFormat } from '@longhand/contract';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { fetchFile, type CameFile, type Progress } from '../../api/file-calls.ts';
import type { Outgoing } from '../../ui/commands/overlay.ts';
import { saveFile } from '../../ui/save-file.ts';
import { distinct } from './distinct.ts';
import { zipOf } from './zip.ts';

/** State of an export. */
export type ExportState =
  | { readonly kind: 'choosing'; readonly objection: string | null }
  | { readonly kind: 'fetching'; readonly label: string; readonly part: number | null }
  | { readonly kind: 'ended'; readonly name: string; readonly report: readonly string[] };

/** Format of an export. `below`: a single document in one file with all inside it. */
export type ExportChoice = { readonly format: ExportFormat; readonly below: boolean };

type Fetching = ExportChoice & {
  say: (label: string, part: number | null) => void;
  signal: AbortSignal;
};

/** Downloads documents as files and saves them; a single one unchanged, several as one archive. */
export function useExport(what: Outgoing): {
  state: ExportState;
  begin: (choice: ExportChoice) => void;
  stop: () => void;
} {
  const [state, setState] = useState<ExportState>({ kind: 'choosing', objection: null });
  const fetching = useRef<AbortController | null>(null);
  useEffect(() => () => fetching.current?.abort(), []);

  async function begin(choice: ExportChoice): Promise<void> {
    const controller = new AbortController();
    fetching.current = controller;
    const { signal } = controller;
    const say = (label: string, part: number | null): void =>
      setState({ kind: 'fetching', label, part });
    say(t`Preparing the file`, null);
    try {
      const { name, bytes, report } = await fetchOutgoing(what, { ...choice, say, signal });
      saveFile(name, bytes);
      setState({ kind: 'ended', name, report });
    } catch (error) {
      setState({ kind: 'choosing', objection: signal.aborted ? null : sentenceOf(error) });
    }
  }
  return { state, begin: (choice) => void begin(choice), stop: () => fetching.current?.abort() };
}

function fetchOutgoing(what: Outgoing, how: Fetching): Promise<CameFile> {
  const { format, below, say, signal } = how;
  const progress: Progress = (part) =>
    say(part === null ? t`Preparing the file` : t`Downloading`, part);
  if (what.kind === 'project') {
    return fetchFile(
      'exportProject',
      { params: { id: what.id }, query: { format } },
      { progress, signal },
    );
  }
  if (what.kind === 'everything')
    return fetchFile('exportEverything', { query: { format } }, { progress, signal });
  const [first] = what.documents;
  return what.documents.length === 1 && first
    ? fetchFile(
        'exportDocument',
        { params: { id: first.id }, query: { format, ...(below && { below: 'true' }) } },
        { progress, signal },
      )
    : fetchSeveral(what.documents, how);
}

/** Sequential, so that the export does not block other requests at the server. */
async function fetchSeveral(
  documents: readonly { id: string }[],
  { format, say, signal }: Fetching,
): Promise<CameFile> {
  const came: CameFile[] = [];
  for (const { id } of documents) {
    say(
      t`${{ number: came.length + 1 }} of ${{ all: documents.length }}`,
      came.length / documents.length,
    );
    const how = { progress: () => undefined, signal };
    came.push(await fetchFile('exportDocument', { params: { id }, query: { format } }, how));
  }
  const names = distinct(came.map(({ name }) => name));
  const files = came.map(({ bytes }, at) => ({ name: names[at] ?? '', bytes }));
  return {
    name: t`${{ count: documents.length }} documents.zip`,
    bytes: await zipOf(files),
    report: came.flatMap(({ report }, at) => report.map((line) => `${names[at]}: ${line}`)),
  };
}
