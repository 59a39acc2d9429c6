import type { EventName } from '@longhand/contract';
import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { currentUserKey } from './use-current-user.ts';

/**
 * Returns the query keys that an event invalidates, as prefixes. The empty key matches all queries.
 */
export function queriesFor(name: EventName): readonly QueryKey[] {
  switch (name) {
    case 'hello':
      return [[]];
    case 'activity':
      return [
        keys.documents,
        keys.projects,
        keys.eachDocument,
        keys.eachProject,
        keys.activity,
        keys.allCollaborators,
        keys.inbox,
      ];
    case 'rights':
      return [
        keys.documents,
        keys.projects,
        keys.eachDocument,
        keys.eachProject,
        keys.activity,
        keys.allCollaborators,
      ];
    case 'account':
      return [currentUserKey];
    case 'inbox':
      return [keys.inbox];
    case 'job':
      return [keys.jobs, keys.documents];
    case 'metrics':
      return [keys.allFigures];
    case 'announcement':
      return [keys.announcements];
  }
}
