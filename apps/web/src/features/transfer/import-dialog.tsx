import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportOutcome, outcomeOf } from './import-outcome.tsx';
import { notIncluded } from './not-included.ts';
import { useImport, type ImportState } from './use-import.ts';

/** Value of the option for personal drafts. */
const personal = 'personal';

type Props = {
  project: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
};

/**
 * Creates documents from files: chosen or dropped, single, several, or whole folders. Reports
 * content that could not be imported.
 */
export default function ImportDialog({ project, onClose }: Props) {
  const { state, begin, stop } = useImport();
  const isSending = state.kind === 'sending';
  return (
    <Dialog title={titleFor(state, project)} onClose={isSending ? stop : onClose}>
      <Announcement>{spokenFor(state)}</Announcement>
      <div className="form">
        {state.kind === 'choosing' && (
          <Choosing project={project} objection={state.objection} onBegin={begin} />
        )}
        {(isSending || state.kind === 'working') && (
          <ProgressBar label={spokenFor(state)} part={state.part} />
        )}
        {state.kind === 'working' && (
          <p className="remark">
            {t`The import continues in the background. You can close this dialog.`}
          </p>
        )}
        {state.kind === 'ended' && <ImportOutcome job={state.job} />}
        {state.kind !== 'choosing' && (
          <div className="dialogButtons">
            <Button
              key={state.kind}
              data-autofocus
              variant={state.kind === 'ended' ? 'filled' : 'default'}
              onClick={isSending ? stop : onClose}
            >
              {isSending ? t`Stop` : t`Close`}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function titleFor(state: ImportState, project: Props['project']): string {
  if (state.kind === 'ended') return outcomeOf(state.job);
  return state.kind === 'choosing' && project !== null
    ? t`Import into “${{ name: project.name }}”`
    : t`Import files`;
}

/** Returns what screen readers announce when the import reaches a state. */
function spokenFor(state: ImportState): string {
  switch (state.kind) {
    case 'choosing':
      return '';
    case 'sending':
      return t`Uploading`;
    case 'working':
      return t`Creating documents`;
    case 'ended':
      return `${outcomeOf(state.job)}${notIncluded(state.job.report.length)}`;
  }
}

type ChoosingProps = {
  project: Props['project'];
  objection: string | null;
  onBegin: ReturnType<typeof useImport>['begin'];
};

/** The target of the import, unless it is a given project, and its files. */
function Choosing({ project, objection, onBegin }: ChoosingProps) {
  const [destination, setDestination] = useState(project?.id ?? personal);
  return (
    <>
      {project === null && <Destination destination={destination} onChange={setDestination} />}
      <DropZone
        onFiles={(files) => onBegin(files, destination === personal ? null : destination)}
        objection={objection}
      />
    </>
  );
}

/** Select element for the target of the import. */
function Destination({
  destination,
  onChange,
}: {
  destination: string;
  onChange: (destination: string) => void;
}) {
  const projects = useList(keys.projects, (call, cursor, signal) =>
    call('listProjects', { query: cursor }, signal),
  );
  const mine = projects.items.filter(({ rights }) => rights.change);
  return (
    <>
      <SelectField
        label={t`Destination`}
        data-autofocus
        options={[
          { value: personal, label: t`My personal drafts` },
          ...mine.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={projects.error === null ? undefined : sentenceOf(projects.error)}
        value={destination}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {projects.hasMore && (
        <Button variant="subtle" onClick={projects.loadMore} isBusy={projects.isLoadingMore}>
          {t`Show more projects`}
        </Button>
      )}
    </>
  );
}
