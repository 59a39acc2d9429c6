import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { TextSkeleton } from '../../ui/document-skeleton.tsx';
import { DocumentBar } from './document-bar.tsx';
import type { Trouble } from './live-state.ts';
import { SavedMark } from './saved-mark.tsx';
import { TitleText } from './title-field.tsx';
import areaClasses from '../../editor/writing-area.module.css';

type Props = { title: string; breadcrumb: ReactNode; status: ReactNode; trouble: Trouble | null };

/** Placeholder for a document whose text has not arrived, with the final layout. */
export function WaitingDocument({ title, breadcrumb, status, trouble }: Props) {
  const isAway = trouble !== null;
  return (
    <>
      <DocumentBar
        breadcrumb={breadcrumb}
        status={status}
        saved={isAway && <SavedMark mark={trouble} />}
      />
      <div className={areaClasses['area']}>
        <main id="main" className={areaClasses['column']} data-quiet aria-busy="true">
          {status && <div className={areaClasses['status']}>{status}</div>}
          <TitleText value={title} />
          {isAway && (
            <p role="note" className="below">
              {t`The server cannot be reached. The document opens as soon as the connection is back.`}
            </p>
          )}
          <TextSkeleton />
        </main>
      </div>
    </>
  );
}
