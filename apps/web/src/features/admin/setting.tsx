import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import type { Call } from '../../api/caller.ts';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';

type Props<Value> = {
  queryKey: QueryKey;
  read: (call: Call, signal: AbortSignal) => Promise<Value>;
  /** Name in the sentence that it could not be loaded. */
  what: string;
  /** Number of lines that are shown while it is loading. */
  lines: number;
  children: (value: Value) => ReactNode;
};

/** A setting of the server, with its loading and error states. */
export function Setting<Value>({ queryKey, read, what, lines, children }: Props<Value>) {
  const call = useCall();
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => read(call, signal) });
  if (data !== undefined) return children(data);
  if (error) return <Unreadable what={what} sentence={sentenceOf(error)} />;
  return <RowSkeletons count={lines} />;
}
