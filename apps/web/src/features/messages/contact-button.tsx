import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const ContactDialog = onDemand(() => import('./contact-dialog.tsx'));

/** Opens the contact form. Its code is loaded on the first press. */
export function ContactButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t`Contact Us`}
      </Button>
      {isOpen && <ContactDialog onClose={() => setOpen(false)} />}
    </>
  );
}
