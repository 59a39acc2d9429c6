import { CloseButton, Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * A dialog over the page, at most 500 px wide. Composed of Mantine's parts, because its own header is a `header` element, which
 * screen readers take for a second banner of the page. Source of the width: specification, section 9.
 */
export function Dialog({ title, onClose, children }: Props) {
  useFocusBack();
  return (
    <Modal.Root opened onClose={onClose} centered size={500}>
      <Modal.Overlay />
      <Modal.Content>
        <div className="dialogHead">
          <Modal.Title>{title}</Modal.Title>
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Gives the focus back to what had it before. Mantine does so only for a dialog that is there, closed, before it opens. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever closed the dialog may have put the focus somewhere; then it stays there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
