import { Button } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';
import { saveTextFile } from '../ui/saveTextFile.ts';
import type { KeptDocument } from './unsent/outbox.ts';
import { keptWords } from './unsent/keptWords.ts';

type Props = { kept: readonly KeptDocument[]; onWait: () => void; onDiscard: () => void; onClose: () => void };

/** Asks what becomes of words that have not reached the server, before a person signs out. Source: reliability, Traps. */
export default function UnsentDialog({ kept, onWait, onDiscard, onClose }: Props) {
  const count = kept.length;
  return (
    <Dialog title="Something is not on the server yet" onClose={onClose}>
      <p className="dialogText">
        {count === 1 ? 'One document has' : count === 0 ? 'A document has' : `${count} documents have`} changes that have not
        reached the server. Wait for them, keep a copy of the words, or sign out without them.
      </p>
      <div className="dialogButtons">
        <Button variant="subtle" onClick={onDiscard}>
          Discard and sign out
        </Button>
        {count > 0 && (
          <Button variant="default" onClick={() => saveTextFile('longhand-unsent.txt', copyOf(kept))}>
            Download a copy
          </Button>
        )}
        <Button onClick={onWait} data-autofocus>
          Wait and try again
        </Button>
      </div>
    </Dialog>
  );
}

function copyOf(kept: readonly KeptDocument[]): string {
  return kept
    .map(({ documentId, updates, title }) => {
      const heading = `Document ${documentId}${title === null ? '' : `\nTitle: ${title}`}`;
      return `${heading}\n\n${keptWords(updates)}\n`;
    })
    .join('\n----\n\n');
}
