import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useContribution } from '../../ui/commands/commands-provider.tsx';
import type { Shortcut } from '../../ui/commands/registry.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { keyGroups } from './key-groups.ts';
import classes from './keys-sheet.module.css';

type Props = {
  onClose: () => void;
  /**
   * Loads the keys of components that are not mounted now. They are listed after those that are.
   */
  more: () => Promise<readonly Shortcut[]>;
};

/**
 * All keys of the product, by group: from the registered commands, and from the tables of
 * components with keys.
 */
export default function KeysSheet({ onClose, more }: Props) {
  const { commands, shortcuts } = useContribution();
  const [others, setOthers] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    let isWanted = true;
    more().then(
      (all) => isWanted && setOthers(all),
      // Offline, only the keys of mounted components are listed; these are the ones that work.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [more]);
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className={`stack ${classes['groups']}`}>
        {keyGroups(commands, [...shortcuts, ...others]).map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3 className="plainHeading">{name}</h3>
            <dl className="rows">
              {keys.map((each) => (
                <div key={each.name} className="spread">
                  <dt>{each.name}</dt>
                  <dd>
                    <Kbd keys={each.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
