import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../api/use-document-title.ts';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { useActivityWithin } from '../features/activity/use-activity.ts';
import { useUser } from '../session/require-user.tsx';
import { PageHead } from '../ui/page-head.tsx';

/**
 * Activity in everything the user may read, or in the document of the URL and the documents inside
 * it.
 */
export default function ActivityPage() {
  const user = useUser();
  const [search] = useSearchParams();
  const within = search.get('within') ?? '';
  const title = useDocumentTitle(within);
  return (
    <>
      <PageHead title={t`Activity`}>
        {within === '' ? (
          <p>{t`Activity in your projects and documents.`}</p>
        ) : (
          <p>
            {title === null ? (
              t`Activity in one document and the documents inside it.`
            ) : (
              <Trans>
                Activity in <Link to={`/documents/${within}`}>“{title}”</Link> and the documents
                inside it.
              </Trans>
            )}{' '}
            <Link to="/activity">{t`Show all activity`}</Link>
          </p>
        )}
      </PageHead>
      <ActivityList key={within} list={useActivityWithin(within)} known={[user]} />
    </>
  );
}
