import type { Document } from '@longhand/contract';
import { useState, type ReactNode } from 'react';
import { DocumentActions } from './DocumentActions.tsx';
import { MenuButton } from './MenuButton.tsx';

type Props = {
  document: Document;
  /** More entries, which only the page with this list can have. */
  more?: ReactNode;
};

/** The menu at the end of a document's line. Until it is pressed it is only its button, so that long lists scroll lightly. */
export function DocumentMenu(props: Props) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <DocumentActions {...props} />;
  return <MenuButton document={props.document} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
