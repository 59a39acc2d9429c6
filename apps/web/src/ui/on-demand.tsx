import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useToast } from './toast-provider.tsx';

type Closing = { onClose: () => void };

/**
 * A dialog or menu whose code is loaded when it is first opened. Unlike React's `lazy`, loading can
 * be retried. If it fails, a toast is shown and the dialog closes, and the page with the text on it
 * stays. `meanwhile` is rendered until the code is loaded.
 */
export function onDemand<Props extends Closing>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;

  return function OnDemand(props: Props) {
    const [Dialog, setDialog] = useState<{ Content: ComponentType<Props> } | null>(
      Loaded && { Content: Loaded },
    );
    const show = useToast();
    const close = useRef(props.onClose);
    close.current = props.onClose;
    useEffect(() => {
      if (Dialog !== null) return;
      let isOpen = true;
      const come = async (): Promise<void> => {
        try {
          Loaded = (await load()).default;
        } catch (error) {
          console.warn('A part of the page could not be loaded:', error);
          if (!isOpen) return;
          show({
            title: 'This could not be opened',
            text: 'The server cannot be reached. Try again in a moment.',
            isDestructive: true,
          });
          close.current();
          return;
        }
        if (isOpen) setDialog({ Content: Loaded });
      };
      void come();
      return () => {
        isOpen = false;
      };
    }, [Dialog, show]);
    if (Dialog !== null) return <Dialog.Content {...props} />;
    return typeof meanwhile === 'function' ? meanwhile(props) : meanwhile;
  };
}
