import { t } from '@lingui/core/macro';
import { type DocumentPath, isolate } from '@longhand/contract';
import { displayTitle } from '../language/display-title.ts';
import { language } from '../language/language.ts';

/** Maximum number of documents of a path that are shown; the middle of a longer one is left out. */
const shownMax = 4;

/** Returns a path as one line, outermost first. */
export function pathText(path: DocumentPath): string {
  const titles = path.map(({ title }) => isolate(language, displayTitle(title)));
  const shown =
    titles.length <= shownMax ? titles : [titles[0], '…', ...titles.slice(2 - shownMax)];
  return shown.join(' › ');
}

/** The documents that contain a document in a list. Renders nothing at the top level. */
export function PathLine({ path }: { path: DocumentPath }) {
  if (path.length === 0) return null;
  return (
    <span>
      <span className="unseen">{t`In`} </span>
      {pathText(path)}
    </span>
  );
}
