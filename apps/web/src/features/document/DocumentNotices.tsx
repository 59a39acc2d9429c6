import type { Document, Role } from '@longhand/contract';
import { keptWords } from '../../session/unsent/keptWords.ts';
import { saveTextFile } from '../../ui/saveTextFile.ts';
import { titleOf } from '../../ui/titleOf.ts';
import { Notice } from './Notice.tsx';
import type { LiveText } from './useLiveText.ts';

type Props = { document: Document; role: Role; live: LiveText; mayWrite: boolean };

/** What a person has to know before they read on: why they cannot write here, and what became of words that were not taken. */
export function DocumentNotices({ document, role, live, mayWrite }: Props) {
  return (
    <>
      {!mayWrite && <Notice>{whyNot(document, role)}</Notice>}
      <NotTaken document={document} live={live} mayWrite={mayWrite} />
    </>
  );
}

function whyNot(document: Document, role: Role): string {
  if (document.deletedAt !== null) return 'This document is in the trash. It can be read, and restored by an editor.';
  if (document.archivedAt !== null) return 'This document is archived. It can be read, and restored by an editor.';
  if (role === 'reviewer') return 'You are a reviewer here: you can read this document. Its owners can let you write.';
  return 'You are a viewer here: you can read this document. Its owners can let you write.';
}

function NotTaken({ document, live, mayWrite }: Omit<Props, 'role'>) {
  const { saved } = live.state;
  if (saved.kind !== 'not_saved') return null;
  const save = (): void => saveTextFile(`${titleOf(document.title)}, not saved.txt`, keptWords(live.link.unsent()));
  return (
    <Notice
      isFault
      actions={
        <>
          <button type="button" onClick={save}>
            Download a copy
          </button>
          {!mayWrite && (
            <button type="button" onClick={() => void live.startAnew()}>
              Discard them
            </button>
          )}
        </>
      }
    >
      Some of your last words are not on the server: {saved.reason}
    </Notice>
  );
}
