import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { limits, type Version } from '@longhand/contract';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useChangeVersions } from './use-versions.ts';
import { authorsOf, versionName } from './version-name.ts';
import classes from './history.module.css';
import { numberLocale } from '../../ui/dates.ts';

type Props = {
  version: Version;
  isOpen: boolean;
  /** True if the current user may rename it. */
  mayRename: boolean;
  onOpen: () => void;
};

/** A version in the list: opens it, and renames it in place. */
export function VersionRow({ version, isOpen, mayRename, onOpen }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) rename.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  if (isRenaming) {
    return (
      <li>
        <NameForm version={version} onDone={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={`choice stack grow ${classes['open']}`}
        aria-pressed={isOpen}
        onClick={onOpen}
      >
        <strong className="ink medium wraps" data-named={version.name !== null || undefined}>
          {versionName(version)}
        </strong>
        <span>
          <Trans>
            <RelativeTime at={version.createdAt} /> ·{' '}
            {version.wordCount.toLocaleString(numberLocale)} words
          </Trans>
        </span>
        {version.authors.length > 0 && <span>{authorsOf(version)}</span>}
      </button>
      {mayRename && (
        <button
          ref={rename}
          type="button"
          className={`iconButton ${classes['rename']}`}
          aria-label={t`Rename ${{ versionName: versionName(version) }}`}
          title={t`Rename`}
          onClick={() => setRenaming(true)}
        >
          <IconPencil size={16} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

/** Form for a version's name. An empty name removes it; Escape changes nothing. */
function NameForm({ version, onDone }: { version: Version; onDone: () => void }) {
  const [name, setName] = useState(version.name ?? '');
  const { rename } = useChangeVersions(version.documentId);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  function hear(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  }
  return (
    <form
      className={`row ${classes['keep']}`}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ versionId: version.id, name: name.trim() || null }, { onSuccess: onDone });
      }}
    >
      <label className="stack tight soft">
        {t`Name of ${{ versionName: versionName({ ...version, name: null }) }}`}{' '}
        <input
          ref={field}
          value={name}
          maxLength={limits.nameMax}
          onKeyDown={hear}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <Button type="submit" variant="default" size="xs" aria-disabled={rename.isPending}>
        {t`Rename`}
      </Button>
      <Button variant="default" size="xs" onClick={onDone}>
        {t`Cancel`}
      </Button>
    </form>
  );
}
