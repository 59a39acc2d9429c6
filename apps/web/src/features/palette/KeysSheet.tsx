import { useEffect, useState } from 'react';
import { useContribution } from '../../ui/commands/CommandsProvider.tsx';
import type { Shortcut } from '../../ui/commands/registry.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { keyGroups } from './keyGroups.ts';
import classes from './KeysSheet.module.css';

type Props = {
  onClose: () => void;
  /** Brings the keys of parts that are not on the page now. They stand after those that are. */
  more: () => Promise<readonly Shortcut[]>;
};

/** Every key of the product, by group: from the commands that can be run here, and from the tables of the parts that have keys. */
export default function KeysSheet({ onClose, more }: Props) {
  const { commands, shortcuts } = useContribution();
  const [others, setOthers] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    let isWanted = true;
    more().then(
      (all) => isWanted && setOthers(all),
      // Without the network the sheet shows the keys of what is on the page; they are the ones that work.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [more]);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className={classes['groups']}>
        {keyGroups(commands, [...shortcuts, ...others]).map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map((each) => (
                <div key={each.name}>
                  <dt>{each.name}</dt>
                  <dd>
                    <Keys keys={each.keys} />
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
