import type { SavedMark } from '@longhand/sync';
import type { ReactNode } from 'react';
import { TextShape } from '../../ui/DocumentShape.tsx';
import { DocumentBar } from './DocumentBar.tsx';
import { TitleText } from './TitleField.tsx';
import areaClasses from './WritingArea.module.css';

type Props = { title: string; place: ReactNode; status: ReactNode; mark: SavedMark };

/** A document whose text has not arrived: everything stands where it will stand. */
export function WaitingDocument({ title, place, status, mark }: Props) {
  const isAway = mark.kind === 'offline' || mark.kind === 'not_saved';
  return (
    <>
      <DocumentBar place={place} status={status} mark={isAway ? mark : null} />
      <div className={areaClasses['area']}>
        <main id="main" className={areaClasses['column']} data-quiet aria-busy="true">
          <TitleText value={title} />
          {isAway && <p role="note">The server cannot be reached. The text is shown as soon as it can.</p>}
          <TextShape />
        </main>
      </div>
    </>
  );
}
