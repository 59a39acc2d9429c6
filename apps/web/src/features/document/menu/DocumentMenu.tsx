import { useState } from 'react';
import { onDemand } from '../../../ui/onDemand.tsx';
import { DocumentMenuButton } from './DocumentMenuButton.tsx';

const DocumentMenuChoices = onDemand(
  () => import('./DocumentMenuChoices.tsx'),
  <DocumentMenuButton aria-haspopup="menu" aria-expanded={false} />,
);

/** What can be done with the open document. Fetched when it is first pressed. */
export function DocumentMenu() {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentMenuChoices onClose={() => setWanted(false)} />;
  return <DocumentMenuButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
