import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { readUploads } from '../../http/uploads.ts';
import {
  addFile,
  deleteFile,
  listFiles,
  readFile,
  restoreFile,
  type FilesDeps,
} from './service.ts';

/** Registers the routes of pictures and attachments. `uploadBytes`: maximum size of a file. */
export function filesRoutes(route: Route, deps: FilesDeps & { uploadBytes: number }): void {
  route(endpoints.addFile, ({ user, params, request }) => {
    const uploads = readUploads(request, { filesMax: 1, bytesMax: deps.uploadBytes });
    return addFile(deps, user, { documentId: params.id, uploads });
  });
  route(endpoints.listFiles, ({ user, params, query }) =>
    listFiles(deps, user.id, { documentId: params.id, ...query }),
  );
  route(endpoints.getFile, ({ user, params }) => readFile(deps, user.id, params.id));
  route(endpoints.deleteFile, async ({ user, params }) => {
    await deleteFile(deps, user.id, params.id);
    return undefined;
  });
  route(endpoints.restoreFile, ({ user, params }) => restoreFile(deps, user.id, params.id));
}
