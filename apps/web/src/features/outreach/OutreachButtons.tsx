import { Button } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

const DemoDialog = lazy(() => import('./DemoDialog.tsx'));
const ContactDialog = lazy(() => import('./ContactDialog.tsx'));

/** Opens the dialog that asks for a demo. Its code comes with the first press. */
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

/** Opens the dialog that writes to support. */
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

function WithDialog(props: { Dialog: ComponentType<{ onClose: () => void }>; children: (open: () => void) => ReactNode }) {
  const { Dialog, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
