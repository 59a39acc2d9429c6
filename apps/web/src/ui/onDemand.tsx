import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useToast } from './ToastProvider.tsx';

type Closing = { onClose: () => void };

/**
 * A dialog or a menu whose code comes when it is first opened. Unlike React's `lazy`, it can be tried again: where the code cannot be fetched, the
 * person is told so, the dialog closes, and the page with what was written on it stays. `meanwhile` stands in its place until it is there.
 */
export function onDemand<Props extends Closing>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;

  return function OnDemand(props: Props) {
    const [Dialog, setDialog] = useState<{ Content: ComponentType<Props> } | null>(Loaded && { Content: Loaded });
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
          console.warn('A part of the page could not be fetched:', error);
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
