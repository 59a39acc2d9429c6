import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { IconLayoutSidebar, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/failure.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { Later } from '../../../ui/later.tsx';
import { afterwards } from '../../../ui/on-demand.tsx';
import { RowSkeletons } from '../../../ui/skeletons.tsx';
import { useProjectDocuments } from '../use-documents.ts';
import classes from './documents-panel.module.css';

type Props = {
  project: Project;
  /** Id of the open document. */
  currentId: string;
  /** True if there is room for the list before the text; otherwise it is a drawer over it. */
  isDocked: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** True once a text is shown: the list is loaded after it. */
  isTextShown: boolean;
};

const listId = 'documents-panel';

const listSkeleton = <RowSkeletons count={5} />;
// The text is editable before the list is loaded.
const PanelList = afterwards(() => import('./panel-list.tsx'), listSkeleton);

/**
 * List of the project's documents before the text of one of them, and the button that collapses it.
 */
export function DocumentsPanel(props: Props) {
  const { project, currentId, isDocked, isOpen, onOpen, isTextShown } = props;
  const inside = <Inside project={project} currentId={currentId} isTextShown={isTextShown} />;
  const name = isOpen ? t`Hide the documents` : t`Show the documents`;
  return (
    <>
      <div className={classes['pinned']}>
        <button
          type="button"
          className={`iconButton ${classes['opener']}`}
          aria-label={name}
          title={t`${name} of ${{ name2: project.name }}`}
          aria-expanded={isOpen}
          aria-controls={listId}
          data-steps-back
          onClick={() => onOpen(!isOpen)}
        >
          <IconLayoutSidebar size={19} stroke={1.6} aria-hidden="true" />
        </button>
        {isDocked && isOpen && (
          <nav
            id={listId}
            className={classes['docked']}
            aria-label={t`Documents of the project`}
            data-steps-back
          >
            {inside}
          </nav>
        )}
      </div>
      {!isDocked && isOpen && (
        <ListDrawer currentId={currentId} onClose={() => onOpen(false)}>
          {inside}
        </ListDrawer>
      )}
    </>
  );
}

/** The list as a drawer over the text, for narrow windows. */
function ListDrawer({
  currentId,
  onClose,
  children,
}: {
  currentId: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    drawer.current?.showModal();
    drawer.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
  }, []);
  const opened = useRef(currentId);
  useEffect(() => {
    if (opened.current !== currentId) onClose();
  }, [currentId, onClose]);
  return (
    <Drawer ref={drawer} id={listId} label={t`Documents of the project`} onClose={onClose}>
      <nav className={classes['inDrawer']} aria-label={t`Documents of the project`}>
        {children}
      </nav>
    </Drawer>
  );
}

type InsideProps = Pick<Props, 'project' | 'currentId' | 'isTextShown'>;

function Inside({ project, currentId, isTextShown }: InsideProps) {
  const list = useProjectDocuments(project.id);
  return (
    <>
      <Link
        to={`/projects/${project.id}`}
        className={`ellipsis rigid bold ${classes['project']}`}
        title={project.name}
      >
        {project.name}
      </Link>
      {list.isPending && listSkeleton}
      {list.error !== null && list.items.length === 0 && (
        <p role="alert" className={`soft ${classes['failure']}`}>
          {t`The documents could not be loaded. ${{ sentence: sentenceOf(list.error) }}`}
        </p>
      )}
      {list.items.length > 0 && (
        <Later isShown={isTextShown} meanwhile={listSkeleton}>
          <PanelList list={list} projectId={project.id} currentId={currentId} />
        </Later>
      )}
      {project.rights.change && (
        <Link
          to={`/new-document?projectId=${project.id}`}
          className={`row choice ${classes['add']}`}
        >
          <IconPlus size={16} stroke={1.8} aria-hidden="true" /> {t`New document`}
        </Link>
      )}
    </>
  );
}
