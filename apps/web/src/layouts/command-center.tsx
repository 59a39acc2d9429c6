import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LogoutAction } from '../session/logout-action.tsx';
import { useUser } from '../session/require-user.tsx';
import { useWritingLook } from '../theme/use-writing-look.ts';
import {
  CommandsProvider,
  useCommands,
  useCommandsPlace,
  useOverlay,
} from '../ui/commands/commands-provider.tsx';
import { Later } from '../ui/later.tsx';
import { afterwards, onDemand } from '../ui/on-demand.tsx';
import type { Command, Shortcut } from '../ui/commands/registry.ts';
import { useOverlayKeys } from './use-overlay-keys.ts';

const ShellCommands = afterwards(() => import('./shell-commands.ts'));
const Palette = onDemand(() => import('../features/palette/palette.tsx'));
const KeysSheet = onDemand(() => import('../features/palette/keys-sheet.tsx'));
const NewProjectDialog = onDemand(() => import('../features/projects/new-project-dialog.tsx'));
const ImportDialog = onDemand(() => import('../features/transfer/import-dialog.tsx'));
const ExportDialog = onDemand(() => import('../features/transfer/export-dialog.tsx'));

/**
 * Wraps all pages of signed-in users with the palette (Ctrl+K) and the list of all keys (?). Both
 * are loaded on first use. Commands are registered here and by components that call `useCommands`.
 */
export function CommandCenter({ children }: { children: ReactNode }) {
  const user = useUser();
  useWritingLook(user.preferences);
  return (
    <CommandsProvider>
      <LogoutAction user={user}>{(start) => <Shell signOut={start} />}</LogoutAction>
      {children}
    </CommandsProvider>
  );
}

/** Registers the commands of the shell, which are loaded later, and renders the overlays. */
function Shell({ signOut }: { signOut: () => void }) {
  const { overlay, show } = useOverlay();
  const close = useCallback(() => show(null), [show]);
  const helpArticles = useHelpArticles(overlay?.kind === 'palette');
  const { pathname } = useLocation();
  useEffect(close, [close, pathname]);
  useOverlayKeys(show);
  // The latest are listed first: the articles are last.
  useCommands(helpArticles, shellKeys);
  const place = useCommandsPlace();
  return (
    <>
      <Later isShown={overlay !== null}>
        <ShellCommands place={place} signOut={signOut} show={show} />
      </Later>
      {overlay?.kind === 'palette' && <Palette onClose={close} />}
      {overlay?.kind === 'keys' && <KeysSheet onClose={close} more={writingKeys} />}
      {overlay?.kind === 'new_project' && <NewProjectDialog onClose={close} />}
      {overlay?.kind === 'import' && <ImportDialog project={overlay.project} onClose={close} />}
      {overlay?.kind === 'export' && <ExportDialog what={overlay.what} onClose={close} />}
    </>
  );
}

/** Keys of the shell that are not commands. */
const shellKeys: readonly Shortcut[] = [
  { group: t`Everywhere`, name: t`Search or run a command`, keys: 'Mod-K' },
  { group: t`Everywhere`, name: t`Close`, keys: 'Escape' },
  { group: t`Lists`, name: t`Move a document (focus its handle)`, keys: 'ArrowUp' },
  { group: t`Lists`, name: t`Move it down`, keys: 'ArrowDown' },
];

/** Loads the keys of the text from the table that also defines its toolbar. */
async function writingKeys(): Promise<readonly Shortcut[]> {
  return (await import('./writing-keys.ts')).writingKeys;
}

const noArticles: readonly Command[] = [];

/** Returns the help articles as commands, loaded once the palette is open. */
function useHelpArticles(isWanted: boolean): readonly Command[] {
  const [articles, setArticles] = useState(noArticles);
  useEffect(() => {
    if (!isWanted || articles !== noArticles) return;
    import('../content/help.ts')
      .then(({ loadHelp }) => loadHelp())
      .then(
        (help) =>
          setArticles(help.map(({ slug, title, summary }) => articleCommand(slug, title, summary))),
        // Offline, the articles cannot be read either.
        () => undefined,
      );
  }, [isWanted, articles]);
  return articles;
}

function articleCommand(slug: string, title: string, summary: string): Command {
  return {
    id: `help ${slug}`,
    group: t`Help articles`,
    name: title,
    words: t`help how ${summary}`,
    to: `/help-center/${slug}`,
  };
}
