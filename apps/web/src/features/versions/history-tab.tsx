import { t } from '@lingui/core/macro';
import { limits, type Version } from '@longhand/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { byDay } from '../../ui/days.ts';
import { useChangeVersions, useVersions } from './use-versions.ts';
import { VersionRow } from './version-row.tsx';
import classes from './history.module.css';

type Props = {
  documentId: string;
  mayKeep: boolean;
  openId: string | null;
  onOpen: (version: Version, all: readonly Version[]) => void;
};

/** A document's versions by day, newest first, with a form to save one. */
export function HistoryTab({ documentId, mayKeep, openId, onOpen }: Props) {
  const { items, isPending, error, hasMore, isLoadingMore, loadMore } = useVersions(documentId);
  return (
    <div className="panel">
      {mayKeep && <KeepVersion documentId={documentId} />}
      {error !== null && <p role="alert">{t`The versions could not be loaded.`}</p>}
      {!isPending && items.length === 0 && error === null && (
        <p className="soft">
          {t`No versions yet. A version is saved every ten minutes while people write, and when the last person leaves.`}
        </p>
      )}
      {byDay(items, new Date()).map(({ day, items: versions }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ul className={`stack tight ${classes['versions']}`}>
            {versions.map((version) => (
              <VersionRow
                key={version.id}
                version={version}
                isOpen={version.id === openId}
                mayRename={mayKeep}
                onOpen={() => onOpen(version, items)}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <p>
          <Button variant="default" size="xs" isBusy={isLoadingMore} onClick={loadMore}>
            {t`Earlier versions`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Saves the current text as a version, with an optional name. */
function KeepVersion({ documentId }: { documentId: string }) {
  const [name, setName] = useState('');
  const { keep } = useChangeVersions(documentId);
  return (
    <form
      className={`row ${classes['keep']}`}
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(name.trim(), { onSuccess: () => setName('') });
      }}
    >
      <label className="stack tight soft">
        {t`Version name`}{' '}
        <input
          value={name}
          maxLength={limits.nameMax}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <Button type="submit" variant="default" size="xs" aria-disabled={keep.isPending}>
        {keep.isPending ? t`Saving…` : t`Save version`}
      </Button>
    </form>
  );
}
