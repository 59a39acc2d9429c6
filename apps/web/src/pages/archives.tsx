import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { useArchivedDocuments } from '../features/documents/useDocuments.ts';
import { ArchivedProjects } from '../features/projects/ArchivedProjects.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import '../ui/tabs.css';

/** What is archived, and what is in the trash for thirty days. */
export default function ArchivesPage() {
  const documents = useArchivedDocuments();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'projects' ? 'projects' : 'documents';
  return (
    <>
      <PageHead title="Archives">
        <p>What is finished, and for thirty days what is in the trash.</p>
      </PageHead>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'projects' ? { tab: 'projects' } : {}, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="projects">Projects</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documents">
          <DocumentList
            list={documents}
            newDocument={null}
            placeOf={({ deletedAt }) => (deletedAt === null ? 'Archived' : 'In the trash')}
            actionsOf={(document) => <DocumentMenu document={document} />}
            empty={<Empty title="Nothing is put away">Documents that you archive or delete are kept here.</Empty>}
          />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <ArchivedProjects />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
