import { t } from '@lingui/core/macro';
import { memo, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useToast } from './toast-provider.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Closing = { onClose: () => void };

const ignore = (): void => undefined;

/**
 * Creates a hook that returns a module when it is loaded, and null until then. Unlike React's
 * `lazy`, loading can be retried: when the hook is mounted again, and when the network returns. The
 * `onFailure` of the hook must be a stable reference.
 */
export function createLoaded<Module>(
  load: () => Promise<Module>,
): (onFailure?: () => void) => Module | null {
  let loaded: Module | null = null;
  return function useLoaded(onFailure = ignore) {
    const [isLoaded, setLoaded] = useState(loaded !== null);
    useEffect(() => {
      if (isLoaded) return undefined;
      let isMounted = true;
      const come = async (): Promise<void> => {
        try {
          loaded = await load();
          if (isMounted) setLoaded(true);
        } catch (error) {
          console.warn('A part of the page could not be loaded:', error);
          if (isMounted) onFailure();
        }
      };
      const retry = (): void => void come();
      retry();
      window.addEventListener('online', retry);
      return () => {
        isMounted = false;
        window.removeEventListener('online', retry);
      };
    }, [isLoaded, onFailure]);
    return isLoaded ? loaded : null;
  };
}

/**
 * A dialog or menu whose code is loaded when it is first opened. If that fails, a toast is shown
 * and the dialog closes, and the page with the text on it stays. `meanwhile` is rendered until the
 * code is loaded.
 */
export function onDemand<Props extends Closing>(
  load: Load<Props>,
  meanwhile: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  const useLoaded = createLoaded(load);
  return function OnDemand(props: Props) {
    const show = useToast();
    const latest = useRef({ show, props });
    latest.current = { show, props };
    const [fail] = useState(() => () => {
      latest.current.show({
        title: t`This could not be opened`,
        text: t`The server cannot be reached. Try again in a moment.`,
        isDestructive: true,
      });
      latest.current.props.onClose();
    });
    const Content = useLoaded(fail)?.default;
    if (Content !== undefined) return <Content {...props} />;
    return typeof meanwhile === 'function' ? meanwhile(props) : meanwhile;
  };
}

/**
 * A part of a page whose code is loaded after the page is rendered, so that it does not delay it.
 * `meanwhile` is rendered until then. It is rerendered only with other properties.
 */
export function afterwards<Props extends object>(
  load: Load<Props>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const useLoaded = createLoaded(load);
  return memo(function Afterwards(props: Props) {
    const Content = useLoaded()?.default;
    return Content === undefined ? meanwhile : <Content {...props} />;
  });
}
