import { useMemo } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { sendFiles } from '../api/file-calls.ts';
import type { Upload } from './blocks/uploads.ts';

/** Returns the function that uploads files to a document. */
export function useUpload(documentId: string): Upload {
  const call = useCall();
  return useMemo<Upload>(
    () => (file, progress) =>
      sendFiles(
        call,
        'addFile',
        { params: { id: documentId } },
        {
          files: [{ name: file.name, bytes: file }],
          progress,
          signal: new AbortController().signal,
        },
      ),
    [call, documentId],
  );
}
