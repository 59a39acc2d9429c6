import { limits, type Version } from '@longhand/contract';
import { useState } from 'react';
import { byDay } from '../../ui/days.ts';
import { Moment } from '../../ui/Moment.tsx';
import { useChangeVersions, useVersions } from './useVersions.ts';
import { authorsOf, versionName } from './versionName.ts';
import classes from './History.module.css';

type Props = {
  documentId: string;
  mayKeep: boolean;
  openId: string | null;
  onOpen: (version: Version, all: readonly Version[]) => void;
};

/** A document's versions by day, newest first, and the way to keep one more. */
export function HistorySide({ documentId, mayKeep, openId, onOpen }: Props) {
  const { items, isPending, error, hasMore, isLoadingMore, loadMore } = useVersions(documentId);
  return (
    <div className={classes['side']}>
      {mayKeep && <KeepVersion documentId={documentId} />}
      {error !== null && <p role="alert">The versions could not be loaded.</p>}
      {!isPending && items.length === 0 && error === null && (
        <p className={classes['none']}>
          There is no version yet. One is kept at the end of every stretch of work, and every ten minutes of it.
        </p>
      )}
      {byDay(items, new Date()).map(({ day, items: versions }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ul>
            {versions.map((version) => (
              <li key={version.id}>
                <button type="button" aria-pressed={version.id === openId} onClick={() => onOpen(version, items)}>
                  <strong data-named={version.name !== null || undefined}>{versionName(version)}</strong>
                  <span>
                    <Moment at={version.createdAt} /> · {version.wordCount.toLocaleString('en')} words
                  </span>
                  {version.authors.length > 0 && <span>{authorsOf(version)}</span>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <button type="button" className={classes['more']} disabled={isLoadingMore} onClick={loadMore}>
          Earlier versions
        </button>
      )}
    </div>
  );
}

/** Keeps the text as it is now, under a name where one is given. */
function KeepVersion({ documentId }: { documentId: string }) {
  const [name, setName] = useState('');
  const { keep } = useChangeVersions(documentId);
  return (
    <form
      className={classes['keep']}
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(name.trim(), { onSuccess: () => setName('') });
      }}
    >
      <label>
        Name of this version{' '}
        <input value={name} maxLength={limits.nameMax} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="submit" disabled={keep.isPending}>
        {keep.isPending ? 'Keeping…' : 'Keep this version'}
      </button>
    </form>
  );
}
