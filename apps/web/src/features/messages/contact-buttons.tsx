import { useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const DemoDialog = onDemand(() => import('./demo-dialog.tsx'));
const ContactDialog = onDemand(() => import('./contact-dialog.tsx'));

/** Opens the dialog that requests a demo. Its code is loaded on the first press. */
export function DemoButton({ look = 'subtle' }: { look?: 'subtle' | 'default' }) {
  return (
    <WithDialog Dialog={DemoDialog}>
      {(open) => (
        <Button variant={look} onClick={open}>
          Schedule a Demo
        </Button>
      )}
    </WithDialog>
  );
}

/** Opens the contact form. */
export function ContactButton({ look = 'default' }: { look?: 'subtle' | 'default' }) {
  return (
    <WithDialog Dialog={ContactDialog}>
      {(open) => (
        <Button variant={look} onClick={open}>
          Contact Us
        </Button>
      )}
    </WithDialog>
  );
}

function WithDialog(props: {
  Dialog: ComponentType<{ onClose: () => void }>;
  children: (open: () => void) => ReactNode;
}) {
  const { Dialog, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
