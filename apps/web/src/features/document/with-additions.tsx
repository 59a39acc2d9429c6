import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { Additions, AdditionsProvider, EditorContext } from '../../editor/editor-context.ts';
import { useHeldShortcut } from './use-held-shortcut.ts';

type Props = {
  open: EditorContext;
  provider: AdditionsProvider;
  /** Renders the text with its additions; null until they are loaded. */
  children: (additions: Additions | null) => ReactNode;
};

/**
 * Renders an open text with its additions. The provider is beside the text, not around it, so that
 * the text stays when the provider is loaded.
 */
export function WithAdditions({ open, provider: Provider, children }: Props) {
  const [added, setAdded] = useState<{ additions: Additions; open: EditorContext } | null>(null);
  const onAdditions = useCallback(
    (additions: Additions, of: EditorContext) => setAdded({ additions, open: of }),
    [],
  );
  useHeldShortcut(added !== null);
  const content = useRef<ReactNode>(null);
  // Additions of an earlier render are not combined with this one: the provider reports the current
  // ones before the browser paints, and the text is rendered once.
  if (added === null || added.open === open) content.current = children(added?.additions ?? null);
  return (
    <>
      {content.current}
      <Provider open={open} onAdditions={onAdditions} />
    </>
  );
}
