import { t } from '@lingui/core/macro';
import type { Found } from '@longhand/contract';
import { IconFileText, IconFolder, IconMessage, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Names and icons of the kinds of search results. */
export const foundKinds = {
  document: { name: t`Document`, many: t`Documents`, Icon: IconFileText },
  comment: { name: t`Comment`, many: t`Comments`, Icon: IconMessage },
  person: { name: t`Person`, many: t`People`, Icon: IconUser },
  project: { name: t`Project`, many: t`Projects`, Icon: IconFolder },
} as const;

/** Returns the URL of a search result. */
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

/** Text with highlighted matches; offsets are code points. */
export function Marked({
  text,
  marks,
}: {
  text: string;
  marks: readonly (readonly [number, number])[];
}) {
  const letters = [...text];
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(
      letters.slice(at, from).join(''),
      <mark key={from}>{letters.slice(from, to).join('')}</mark>,
    );
    at = to;
  }
  parts.push(letters.slice(at).join(''));
  return <>{parts}</>;
}
