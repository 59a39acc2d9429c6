import { t } from '@lingui/core/macro';
import type { AccessAfterMove, Document, Project } from '@longhand/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AccessChanges } from './access-changes.tsx';
import { useBranchSentence } from './use-branch-size.ts';
import { useSeveral } from './use-several.ts';

/** Value of the option for personal drafts. */
const personal = 'personal';

type Props = { documents: readonly Document[]; onClose: () => void; onMoved: () => void };

/** Dialog that moves documents to another project, or makes them personal drafts. */
export default function MoveDialog({ documents, onClose, onMoved }: Props) {
  const several = useSeveral();
  const projects = useList(keys.projects, (call, cursor, signal) =>
    call('listProjects', { query: cursor }, signal),
  );
  const [destination, setDestination] = useState('');
  const [first] = documents;
  const sentence = useBranchSentence(documents, 'move');
  const projectId = destination === personal ? null : destination;
  const access = useAccessThere(documents, destination === '' ? undefined : projectId);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const change = { action: 'move', projectId } as const;
    several.mutate({ documents, change }, { onSuccess: onMoved });
  }

  return (
    <Dialog
      title={
        documents.length === 1 && first
          ? t`Move “${{ title: displayTitle(first.title) }}”`
          : t`Move ${{ count: documents.length }} documents`
      }
      onClose={onClose}
    >
      <form className="form" onSubmit={submit}>
        {sentence !== null && <p role="status">{sentence}</p>}
        <SelectField
          label={t`Destination`}
          data-autofocus
          description={t`Access follows the location: project members for a project, only you for a personal draft.`}
          error={projects.error === null ? undefined : sentenceOf(projects.error)}
          options={destinationsOf(documents, projects.items)}
          value={destination}
          onChange={(event) => setDestination(event.currentTarget.value)}
        />
        {projects.hasMore && (
          <Button variant="subtle" onClick={projects.loadMore} isBusy={projects.isLoadingMore}>
            {t`Show more projects`}
          </Button>
        )}
        {destination !== '' && <AccessThere access={access} />}
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            disabled={destination === '' || access.isPending}
            isBusy={several.isPending}
          >
            {t`Move`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Compares the access to documents with that in a project, or as drafts; undefined for neither. */
function useAccessThere(documents: readonly Document[], projectId: string | null | undefined) {
  const call = useCall();
  const documentIds = documents.map(({ id }) => id);
  return useQuery({
    queryKey: [...keys.documents, 'access after move', documentIds, projectId ?? null],
    queryFn: ({ signal }) =>
      call('getAccessAfterMove', { body: { documentIds, projectId } }, signal),
    enabled: projectId !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The change of access at the chosen destination. */
function AccessThere({ access }: { access: UseQueryResult<AccessAfterMove> }) {
  const { data, error } = access;
  return (
    <div role="status">
      {error !== null && <p>{sentenceOf(error)}</p>}
      {data === undefined && error === null && <p>{t`Comparing access…`}</p>}
      {data?.count === 0 && <p>{t`Access does not change.`}</p>}
      {data !== undefined && data.count > 0 && <AccessChanges access={data} />}
    </div>
  );
}

/** Returns the options of the field: all destinations to which the user may move the documents. */
function destinationsOf(documents: readonly Document[], projects: readonly Project[]) {
  const [first] = documents;
  // The current project of all documents is not offered; undefined if they are in several.
  const here = documents.every(({ projectId }) => projectId === first?.projectId)
    ? first?.projectId
    : undefined;
  const choices = projects
    .filter(({ id, rights }) => id !== here && rights.change)
    .map(({ id, name }) => ({ value: id, label: name }));
  // No default: a target confirmed by mistake can make a document inaccessible to its readers.
  const destinations = [{ value: '', label: t`Choose a destination`, disabled: true }, ...choices];
  return here === null
    ? destinations
    : [...destinations, { value: personal, label: t`My personal drafts` }];
}
