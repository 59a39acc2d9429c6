import type { Found } from '@longhand/contract';
import { IconFileText, IconFolder, IconMessage, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What the kinds of things that search finds are called, one and many, and the sign that stands for them. */
export const foundKinds = {
  document: { name: 'Document', many: 'Documents', Icon: IconFileText },
  comment: { name: 'Comment', many: 'Comments', Icon: IconMessage },
  person: { name: 'Person', many: 'People', Icon: IconUser },
  project: { name: 'Project', many: 'Projects', Icon: IconFolder },
} as const;

/** Where something that was found is looked at. */
export function foundAddress({ type, id, documentId }: Found): string {
  switch (type) {
    case 'project':
      return `/projects/${id}`;
    case 'person':
      return `/collaborators?${new URLSearchParams({ person: id })}`;
    case 'comment':
      return `/documents/${documentId ?? ''}?${new URLSearchParams({ comment: id })}`;
    case 'document':
      return `/documents/${id}`;
  }
}

/** A text with what was found in it set off; positions are code points. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const letters = [...text];
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(letters.slice(at, from).join(''), <mark key={from}>{letters.slice(from, to).join('')}</mark>);
    at = to;
  }
  parts.push(letters.slice(at).join(''));
  return <>{parts}</>;
}
