import { useState } from 'react';
import { onDemand } from '../../../ui/onDemand.tsx';
import { DocumentMenuButton } from './DocumentMenuButton.tsx';

const DocumentMenuChoices = onDemand(
  () => import('./DocumentMenuChoices.tsx'),
  <DocumentMenuButton aria-haspopup="menu" aria-expanded={false} />,
);

/** Menu of the open document. Its code is loaded on the first press. */
export function DocumentMenu() {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentMenuChoices onClose={() => setWanted(false)} />;
  return <DocumentMenuButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
