import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ArchivedDocuments } from '../features/documents/archived-documents.tsx';
import { ArchivedProjects } from '../features/projects/archived-projects.tsx';
import { PageHead } from '../ui/page-head.tsx';
import '../ui/tabs.css';

/** Archived items, and the trash of the last thirty days. */
export default function ArchivesPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'projects' ? 'projects' : 'documents';
  return (
    <>
      <PageHead title="Archives">
        <p>Archived documents and projects, and the trash of the last 30 days.</p>
      </PageHead>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          setSearch(next === 'projects' ? { tab: 'projects' } : {}, { replace: true })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="projects">Projects</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documents">
          <ArchivedDocuments />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <ArchivedProjects />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
