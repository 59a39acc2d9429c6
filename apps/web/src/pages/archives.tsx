import { plural, t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { useRules } from '../api/use-rules.ts';
import { Tabs } from '../ui/tabs.tsx';
import { ArchivedDocuments } from '../features/documents/archived-documents.tsx';
import { ArchivedProjects } from '../features/projects/archived-projects.tsx';
import { PageHead } from '../ui/page-head.tsx';

const tabs = [
  { value: 'documents', name: t`Documents` },
  { value: 'projects', name: t`Projects` },
] as const;

/** Archived items, and the trash. */
export default function ArchivesPage() {
  const { trashDays } = useRules();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'projects' ? 'projects' : 'documents';
  return (
    <>
      <PageHead title={t`Archives`}>
        <p>
          {plural(trashDays, {
            one: 'Archived documents and projects, and the trash of the last # day.',
            other: 'Archived documents and projects, and the trash of the last # days.',
          })}
        </p>
      </PageHead>
      <Tabs
        tabs={tabs}
        value={tab}
        onChange={(next) =>
          setSearch(next === 'projects' ? { tab: 'projects' } : {}, { replace: true })
        }
      >
        {tab === 'projects' ? <ArchivedProjects /> : <ArchivedDocuments />}
      </Tabs>
    </>
  );
}
