import type { Document, Role } from '@longhand/contract';
import { fittingUpdate } from '@longhand/document';
import type { Right } from '@longhand/sync';
import * as Y from 'yjs';
import { keptWords } from '../../session/unsent/keptWords.ts';
import { saveTextFile } from '../../ui/saveTextFile.ts';
import { titleOf } from '../../ui/titleOf.ts';
import { Notice } from './Notice.tsx';
import { useObstacle } from './useObstacle.ts';
import type { LiveText } from './useLiveText.ts';
import type { Title } from './useTitle.ts';

type Props = { document: Document; role: Role; live: LiveText; title: Title; right: Right };

/** What a person has to know before they read on: why they cannot write here, and what became of words that were not taken. */
export function DocumentNotices({ document, role, live, title, right }: Props) {
  const obstacle = useObstacle(live.doc);
  const mayRepair = role === 'owner' || role === 'editor';
  return (
    <>
      {obstacle === 'newer' && <NewerThanPage />}
      {obstacle === 'unfit' && <Unfit doc={live.doc} mayRepair={mayRepair && isOpenToWriting(document)} />}
      {right !== 'write' && obstacle === null && <Notice>{whyNot(document, right, role)}</Notice>}
      <TakenBackNotice document={document} live={live} />
      <NotTaken document={document} live={live} title={title} right={right} />
    </>
  );
}

/** The server was renewed since this page was loaded, and somebody with a newer page has written here. */
function NewerThanPage() {
  return (
    <Notice
      actions={
        <button type="button" onClick={() => location.reload()}>
          Load the page anew
        </button>
      }
    >
      This document holds something that this page does not know yet, so here it can only be read. What you wrote is kept.
    </Notice>
  );
}

function isOpenToWriting({ deletedAt, archivedAt, lockedAt }: Document): boolean {
  return deletedAt === null && archivedAt === null && lockedAt === null;
}

/** Some program has written what the editor cannot show. What is shown is repaired; what is stored is not, until an editor says so. */
function Unfit({ doc, mayRepair }: { doc: Y.Doc; mayRepair: boolean }) {
  const repair = (): void => {
    const update = fittingUpdate(doc, new Y.Doc().clientID);
    if (update !== null) Y.applyUpdate(doc, update, 'repair');
  };
  return (
    <Notice
      actions={
        mayRepair ? (
          <button type="button" onClick={repair}>
            Repair document
          </button>
        ) : undefined
      }
    >
      Parts of this document are damaged and can’t be edited. It is shown as it would be after a repair.
      {mayRepair ? ' You can also restore an earlier version from the history.' : ' An editor can repair it.'}
    </Notice>
  );
}

function whyNot(document: Document, right: Right, role: Role): string {
  if (document.deletedAt !== null) return 'This document is in the trash. It can be read, and restored by an editor.';
  if (document.archivedAt !== null) return 'This document is archived. It can be read, and restored by an editor.';
  if (document.lockedAt !== null) return 'This document is locked. It can be read and commented on, until an editor unlocks it.';
  if (right === 'suggest') return 'You are a reviewer here: what you write is a suggestion, until an editor decides about it.';
  return `You are a ${role} here: you can read this document. Its owners can let you write.`;
}

/** What a reviewer did where somebody else was writing at that moment: it is undone here too. */
function TakenBackNotice({ document, live }: Pick<Props, 'document' | 'live'>) {
  const { takenBack, forgetTakenBack } = live;
  if (takenBack === null) return null;
  const { reason, words, isAgain } = takenBack;
  return (
    <Notice
      isFault
      actions={
        <>
          {words !== '' && (
            <button type="button" onClick={() => saveTextFile(`${titleOf(document.title)}, taken back.txt`, `${words}\n`)}>
              Download a copy
            </button>
          )}
          <button type="button" onClick={forgetTakenBack}>
            Close
          </button>
        </>
      }
    >
      Your last change was taken back: {reason}, and somebody else was writing there. Their words are there, and so is all that
      you wrote before.{isAgain ? ' The words of the change itself are suggested anew.' : ''}
      {words === '' ? '' : ' What you typed meanwhile can be kept as a copy.'}
    </Notice>
  );
}

function NotTaken({ document, live, title, right }: Omit<Props, 'role'>) {
  const [text, heading] = [live.state.trouble, title.mark];
  const reason = text?.kind === 'not_saved' ? text.reason : heading.kind === 'not_saved' ? heading.reason : null;
  if (reason === null) return null;
  const name = titleOf(document.title);
  const save = (): void => saveTextFile(`${name}, not saved.txt`, `${title.value}\n\n${keptWords(live.link.unsent())}\n`);
  const discard = async (): Promise<void> => {
    await title.discard();
    if (text?.kind === 'not_saved') await live.startAnew();
  };
  return (
    <Notice
      isFault
      actions={
        <>
          <button type="button" onClick={save}>
            Download a copy
          </button>
          {right !== 'write' && (
            <button type="button" onClick={() => void discard()}>
              Discard them
            </button>
          )}
        </>
      }
    >
      Some of your last words are not on the server: {reason}
    </Notice>
  );
}
