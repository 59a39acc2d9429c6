import type { Waiting, WaitingSuggestions } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Loads the open threads that wait for the user's reply. */
export function useWaitingThreads(): List<Waiting> {
  return useList(keys.waiting, (call, cursor, signal) =>
    call('listWaiting', { query: { ...cursor, limit: 5 } }, signal),
  );
}

/** Loads the documents with suggestions by others about which the user may decide. */
export function useWaitingSuggestions(): List<WaitingSuggestions> {
  return useList(keys.waitingSuggestions, (call, cursor, signal) =>
    call('listWaitingSuggestions', { query: { ...cursor, limit: 5 } }, signal),
  );
}
