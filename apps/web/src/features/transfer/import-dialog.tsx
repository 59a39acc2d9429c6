import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';
import classes from './transfer.module.css';

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
  const [destination, setDestination] = useState(project?.id ?? personal);
  switch (state.kind) {
    case 'choosing':
      return (
        <Dialog
          title={project === null ? 'Import files' : `Import into “${project.name}”`}
          onClose={onClose}
        >
          <div className="form">
            {project === null && (
              <Destination destination={destination} onChange={setDestination} />
            )}
            <DropZone
              onFiles={(files) => begin(files, destination === personal ? null : destination)}
              objection={state.objection}
            />
          </div>
        </Dialog>
      );
    case 'sending':
      return (
        <Dialog title="Import files" onClose={stop}>
          <ProgressBar label="Uploading" part={state.part} />
          <div className="dialogButtons">
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </div>
        </Dialog>
      );
    case 'working':
      return (
        <Dialog title="Import files" onClose={onClose}>
          <ProgressBar label="Creating documents" part={state.part} />
          <p className={`remark ${classes['note']}`}>
            The import continues in the background. You can close this dialog.
          </p>
          <div className="dialogButtons">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </div>
        </Dialog>
      );
    case 'ended':
      return <ImportOutcome job={state.job} onClose={onClose} />;
  }
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
        label="Destination"
        data-autofocus
        options={[
          { value: personal, label: 'My personal drafts' },
          ...mine.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={projects.error === null ? undefined : sentenceOf(projects.error)}
        value={destination}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {projects.hasMore && (
        <Button variant="subtle" onClick={projects.loadMore} isBusy={projects.isLoadingMore}>
          Show more projects
        </Button>
      )}
    </>
  );
}
