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
import { useTreeDocuments } from '../use-documents.ts';
import classes from './documents-panel.module.css';

type Props = {
  /** Null for the user's personal drafts. */
  project: Project | null;
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

const labelOf = (project: Project | null): string =>
  project === null ? t`Personal drafts` : t`Documents of the project`;

const listSkeleton = <RowSkeletons count={5} />;
// The text is editable before the list is loaded.
const PanelList = afterwards(() => import('./panel-list.tsx'), listSkeleton);

/**
 * List of the documents of a project, or of personal drafts, before the text of one of them, and
 * the button that collapses it.
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
          title={project === null ? name : t`${name} of ${{ name2: project.name }}`}
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
            aria-label={labelOf(project)}
            data-steps-back
          >
            {inside}
          </nav>
        )}
      </div>
      {!isDocked && isOpen && (
        <ListDrawer label={labelOf(project)} currentId={currentId} onClose={() => onOpen(false)}>
          {inside}
        </ListDrawer>
      )}
    </>
  );
}

/** The list as a drawer over the text, for narrow windows. */
function ListDrawer({
  label,
  currentId,
  onClose,
  children,
}: {
  label: string;
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
    <Drawer ref={drawer} id={listId} label={label} onClose={onClose}>
      <nav className={classes['inDrawer']} aria-label={label}>
        {children}
      </nav>
    </Drawer>
  );
}

type InsideProps = Pick<Props, 'project' | 'currentId' | 'isTextShown'>;

function Inside({ project, currentId, isTextShown }: InsideProps) {
  const list = useTreeDocuments(project?.id ?? null);
  const { name, to } =
    project === null
      ? { name: t`Personal drafts`, to: '/drafts' }
      : { name: project.name, to: `/projects/${project.id}` };
  return (
    <>
      <Link
        to={to}
        className={`ellipsis rigid bold ink ${classes['project']}`}
        dir="auto"
        title={name}
      >
        {name}
      </Link>
      {list.isPending && listSkeleton}
      {list.error !== null && list.items.length === 0 && (
        <p role="alert" className={`soft ${classes['failure']}`}>
          {t`The documents could not be loaded. ${{ sentence: sentenceOf(list.error) }}`}
        </p>
      )}
      {list.items.length > 0 && (
        <Later isShown={isTextShown} meanwhile={listSkeleton}>
          <PanelList list={list} projectId={project?.id ?? null} currentId={currentId} />
        </Later>
      )}
      {(project === null || project.rights.change) && (
        <Link
          to={project === null ? '/new-document' : `/new-document?projectId=${project.id}`}
          className={`row choice ${classes['add']}`}
        >
          <IconPlus size={16} stroke={1.8} aria-hidden="true" /> {t`New document`}
        </Link>
      )}
    </>
  );
}
