import { atLeast, type Version } from '@longhand/contract';
import { differences, type NodeJson } from '@longhand/document';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { EditorContext } from '../../ui/editor-context.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { ComparedText } from './compared-text.tsx';
import { passagesOf, restorePassage, type Passage } from './passage.ts';
import { ShownText } from './shown-text.tsx';
import { useChangeVersions, useVersionText } from './use-versions.ts';
import { versionName } from './version-name.ts';
import classes from './history.module.css';

type Props = {
  open: EditorContext;
  versions: readonly Version[];
  version: Version;
  onClose: () => void;
};

const now = 'now';
const alone = '';

/**
 * Shows a version in place of the text: its content, or its difference from another version or the
 * current text.
 */
export default function VersionView({ open, versions, version, onClose }: Props) {
  const { document, editor } = open;
  const [other, setOther] = useState(now);
  const [current, setCurrent] = useState(0);
  const here = useVersionText(document.id, version.id);
  const there = useVersionText(document.id, other === now || other === alone ? null : other);
  // The text at the time of the comparison: the differences do not change while the user reads
  // them.
  const [text, setText] = useState<NodeJson>(() => editor.getJSON() as NodeJson);
  const { restore, continueAs } = useChangeVersions(document.id);
  const navigate = useNavigate();
  const show = useToast();
  const compared = useMemo(() => {
    if (here.content === null || other === alone) return null;
    if (other === now) return differences(here.content, text);
    if (there.content === null) return null;
    const isOlder = (versions.find(({ id }) => id === other)?.number ?? 0) < version.number;
    return isOlder
      ? differences(there.content, here.content)
      : differences(here.content, there.content);
  }, [here.content, there.content, other, text, versions, version.number]);
  const passages = useMemo(() => passagesOf(compared ?? []), [compared]);
  useEffect(() => {
    window.document.getElementById(`difference-${current}`)?.scrollIntoView({ block: 'center' });
  }, [current, passages]);
  const step = (by: number): void =>
    setCurrent((before) => (before + by + passages.length) % Math.max(passages.length, 1));
  const bringBack = (passage: Passage): void => {
    if (!restorePassage(editor, text, passage))
      show({
        title: 'Nothing was restored',
        text: 'The text has changed. The comparison is up to date now.',
      });
    setText(editor.getJSON() as NodeJson);
  };
  const isOwn = open.right === 'write';
  const leave = (): void => {
    onClose();
    // After the editor is mounted again.
    requestAnimationFrame(() => open.editor.view.focus());
  };
  return (
    <section aria-label={versionName(version)} className={classes['view']}>
      <div className={classes['bar']}>
        <p role="status">
          <strong>{versionName(version)}</strong> · <RelativeTime at={version.createdAt} />
          {compared !== null && ` · ${countOf(passages.length)}`}
        </p>
        <label>
          Compare with{' '}
          <select value={other} onChange={({ currentTarget }) => setOther(currentTarget.value)}>
            <option value={now}>Current text</option>
            <option value={alone}>None</option>
            {versions
              .filter(({ id }) => id !== version.id)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {versionName(each)}
                </option>
              ))}
          </select>
        </label>
        {passages.length > 0 && (
          <>
            <button type="button" onClick={() => step(-1)}>
              Previous change
            </button>
            <button type="button" onClick={() => step(1)}>
              Next change
            </button>
          </>
        )}
        {isOwn && (
          <ConfirmButton
            verb="Restore"
            label={`Restore ${versionName(version)}`}
            question="Restore this version? The current text will be saved as a version first."
            act={() => restore.mutateAsync(version.id).then(onClose, () => undefined)}
          />
        )}
        <button
          type="button"
          aria-disabled={continueAs.isPending}
          onClick={() => {
            if (continueAs.isPending) return;
            const made = continueAs.mutateAsync({
              versionId: version.id,
              isOwn: atLeast(document.role, 'editor'),
            });
            made.then(({ id }) => navigate(`/documents/${id}`)).catch(() => undefined);
          }}
        >
          {continueAs.isPending ? 'Copying…' : 'Copy to new document'}
        </button>
        <button type="button" onClick={leave}>
          Close comparison
        </button>
      </div>
      {here.error !== null && <p role="alert">This version could not be loaded.</p>}
      {compared === null && here.content !== null && (
        <div className="documentText">
          <div className="ProseMirror" role="document" aria-label="Text of this version">
            <ShownText schema={editor.schema} node={here.content} />
          </div>
        </div>
      )}
      {compared !== null && (
        <div className="documentText">
          <div className="ProseMirror" role="document" aria-label="Differences">
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

function countOf(count: number): string {
  if (count === 0) return 'no differences';
  return count === 1 ? '1 difference' : `${count} differences`;
}
