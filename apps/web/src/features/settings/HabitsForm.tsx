import type { Preferences } from '@longhand/contract';
import { Button } from '@mantine/core';
import { useOverlay } from '../../ui/commands/CommandsProvider.tsx';
import { SwitchRow } from './ChoiceRow.tsx';
import { useSetPreferences, useShownPreferences } from './usePreferences.ts';

/** How writing behaves for me, on all my devices. */
export function HabitsForm({ preferences: kept }: { preferences: Preferences }) {
  const preferences = useShownPreferences(kept);
  const set = useSetPreferences();
  const { show } = useOverlay();
  return (
    <>
      <SwitchRow
        label="Check spelling"
        about="Your browser underlines words that it does not know. What it knows is set in the browser."
        isOn={preferences.spellCheck !== false}
        onChange={(spellCheck) => set({ spellCheck })}
      />
      <SwitchRow
        label="Single keys"
        about="“?” opens the sheet of all keys, wherever you are not typing. Switch this off if your voice or a slip of the hand presses keys for you."
        isOn={preferences.singleKeys !== false}
        onChange={(singleKeys) => set({ singleKeys })}
      />
      <Button variant="default" onClick={() => show({ kind: 'keys' })}>
        Show all keyboard shortcuts
      </Button>
    </>
  );
}
