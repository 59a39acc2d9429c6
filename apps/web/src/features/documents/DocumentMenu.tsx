import { useState } from 'react';
import { onDemand } from '../../ui/onDemand.tsx';
import type { DocumentMenuProps } from './DocumentActions.tsx';
import { MenuButton } from './MenuButton.tsx';

const DocumentActions = onDemand<DocumentMenuProps & { onClose: () => void }>(
  () => import('./DocumentActions.tsx'),
  ({ document }) => <MenuButton document={document} aria-haspopup="menu" aria-expanded={false} />,
);

/** The menu at the end of a document's line. Until it is pressed it is only its button, so that long lists scroll lightly. */
export function DocumentMenu(props: DocumentMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentActions {...props} onClose={() => setWanted(false)} />;
  return <MenuButton document={props.document} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
