import { useState } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import type { DocumentMenuProps } from './document-actions.tsx';
import { MenuButton } from './menu-button.tsx';

const DocumentActions = onDemand<DocumentMenuProps & { onClose: () => void }>(
  () => import('./document-actions.tsx'),
  ({ document }) => <MenuButton document={document} aria-haspopup="menu" aria-expanded={false} />,
);

/**
 * Menu at the end of a document's row. Renders only its button until the first press, so that long
 * lists scroll fast.
 */
export function DocumentMenu(props: DocumentMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentActions {...props} onClose={() => setWanted(false)} />;
  return (
    <MenuButton
      document={props.document}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
}
