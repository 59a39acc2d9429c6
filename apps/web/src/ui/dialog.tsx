import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Modal } from './modal.tsx';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A dialog over the page, at most 500 px wide, with a title and a button that closes it. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  return (
    <Modal labelledBy={id} className="dialog" onClose={onClose}>
      <div className="spread dialogHead">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="iconButton dialogClose"
          aria-label={t`Close`}
          onClick={onClose}
        >
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div className="dialogBody">{children}</div>
    </Modal>
  );
}
