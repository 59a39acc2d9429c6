import { useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';
import { DocumentMenuButton } from './document-menu-button.tsx';

const DocumentMenuChoices = onDemand(
  () => import('./document-menu-choices.tsx'),
  <DocumentMenuButton aria-haspopup="menu" aria-expanded={false} />,
);

/** Menu of the open document. Its code is loaded on the first press. */
export function DocumentMenu() {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentMenuChoices onClose={() => setWanted(false)} />;
  return (
    <DocumentMenuButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
}
