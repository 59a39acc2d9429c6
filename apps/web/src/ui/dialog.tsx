import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';
import { useStillPage } from './use-still-page.ts';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * A dialog over the page, at most 500 px wide. Composed of Mantine's parts, because Mantine's own
 * header is a `header` element. Screen readers would announce that as a second banner of the page.
 */
export function Dialog({ title, onClose, children }: Props) {
  useFocusBack();
  useStillPage();
  return (
    <Modal.Root opened onClose={onClose} centered size={500} lockScroll={false}>
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
