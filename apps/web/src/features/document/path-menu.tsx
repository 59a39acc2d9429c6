import type { DocumentPath } from '@longhand/contract';
import { displayTitle } from '../../language/display-title.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PathButton } from './path-button.tsx';

/**
 * Menu of the outer ancestors of a document, outermost first. Opens on mount, because its code is
 * loaded by the press on its button.
 */
export default function PathMenu({ path }: { path: DocumentPath; onClose: () => void }) {
  return (
    <Menu button={<PathButton />} opensOnMount>
      {path.map(({ id, title }) => (
        <MenuItem key={id} to={`/documents/${id}`}>
          {displayTitle(title)}
        </MenuItem>
      ))}
    </Menu>
  );
}
