import { plural, t } from '@lingui/core/macro';
import type { Version } from '@longhand/contract';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { EditorContext } from '../../editor/editor-context.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ComparedText } from './compared-text.tsx';
import { ShownText } from './shown-text.tsx';
import { alone, now, useComparison, type Comparison } from './use-comparison.ts';
import { useChangeVersions } from './use-versions.ts';
import { versionName } from './version-name.ts';
import classes from './history.module.css';

type Props = {
  open: EditorContext;
  versions: readonly Version[];
  version: Version;
  onClose: () => void;
};

/**
 * Shows a version in place of the text: its content, or its difference from another version or the
 * current text.
 */
export default function VersionView({ open, versions, version, onClose }: Props) {
  const { editor } = open;
  const comparison = useComparison(open, versions, version);
  const { here, there, other, compared, passages, current, bringBack } = comparison;
  const leave = (): void => {
    onClose();
    // After the editor is mounted again.
    requestAnimationFrame(() => open.editor.view.focus());
  };
  return (
    <section aria-label={versionName(version)}>
      <div className={`float small ${classes['bar']}`}>
        <div className="row">
          <p>
            <strong>{versionName(version)}</strong> · <RelativeTime at={version.createdAt} />
          </p>
          <VersionActions open={open} version={version} onClose={leave} />
          <Button className="end" variant="default" size="xs" onClick={leave}>
            {t`Close comparison`}
          </Button>
        </div>
        <CompareWith
          versions={versions.filter(({ id }) => id !== version.id)}
          comparison={comparison}
        />
      </div>
      {here.error !== null && <p role="alert">{t`This version could not be loaded.`}</p>}
      {there.error !== null && <p role="alert">{t`The other version could not be loaded.`}</p>}
      {compared === null && here.content !== null && (
        <div className="documentText">
          <div className="ProseMirror" role="document" aria-label={t`Text of this version`}>
            <ShownText schema={editor.schema} node={here.content} />
          </div>
        </div>
      )}
      {compared !== null && (
        <div className="documentText">
          <div className="ProseMirror" role="document" aria-label={t`Differences`}>
            <ComparedText
              schema={editor.schema}
              differences={compared}
              passages={passages}
              current={current}
              onRestore={other === now && open.isWriting ? bringBack : null}
            />
          </div>
        </div>
      )}
    </section>
  );
}

type CompareProps = { versions: readonly Version[]; comparison: Comparison };

/**
 * Field for the other version, the number of differences, and buttons that step through them. They
 * appear when both versions are loaded, in a row of their own, so that no other button moves.
 */
function CompareWith({ versions, comparison }: CompareProps) {
  const { other, setOther, compared, passages, step } = comparison;
  return (
    <div className="row">
      <label>
        {t`Compare with`}{' '}
        <select value={other} onChange={({ currentTarget }) => setOther(currentTarget.value)}>
          <option value={now}>{t`Current text`}</option>
          <option value={alone}>{t`None`}</option>
          {versions.map((each) => (
            <option key={each.id} value={each.id}>
              {versionName(each)}
            </option>
          ))}
        </select>
      </label>
      <p role="status">{compared !== null && countOf(passages.length)}</p>
      {passages.length > 0 && (
        <>
          <Button variant="default" size="xs" onClick={() => step(-1)}>
            {t`Previous change`}
          </Button>
          <Button variant="default" size="xs" onClick={() => step(1)}>
            {t`Next change`}
          </Button>
        </>
      )}
    </div>
  );
}

/** Buttons that restore the version, or copy it to a new document. */
function VersionActions({ open, version, onClose }: Omit<Props, 'versions'>) {
  const { document } = open;
  const { restore, continueAs } = useChangeVersions(document.id);
  const navigate = useNavigate();
  const isOwn = open.right === 'write';
  return (
    <>
      {isOwn && (
        <ConfirmButton
          verb={t`Restore`}
          label={t`Restore ${{ versionName: versionName(version) }}`}
          question={t`Restore this version? The current text will be saved as a version first.`}
          act={() => restore.mutateAsync(version.id).then(onClose, () => undefined)}
        />
      )}
      <Button
        variant="default"
        size="xs"
        aria-disabled={continueAs.isPending}
        onClick={() => {
          if (continueAs.isPending) return;
          const made = continueAs.mutateAsync({
            versionId: version.id,
            isOwn: document.rights.change,
          });
          made.then(({ id }) => navigate(`/documents/${id}`)).catch(() => undefined);
        }}
      >
        {continueAs.isPending ? t`Copying…` : t`Copy to new document`}
      </Button>
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return t`no differences`;
  return plural(count, { one: '# difference', other: '# differences' });
}
