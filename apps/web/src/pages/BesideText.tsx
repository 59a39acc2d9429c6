import { useHistory } from '../features/history/useHistory.tsx';
import type { Beside } from '../ui/openText.ts';

/** What stands beside an open text, of whatever has to do with it. */
export const BesideText: Beside = ({ open, children }) => {
  const history = useHistory(open);
  return children({ sides: [history.side], instead: history.instead, above: null, threadOf: null });
};
