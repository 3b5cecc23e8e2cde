import { operations } from '@fairlead/contract';
import { fileNameOf } from '#links/creating/images/linkImage.ts';
import { openFile } from '#platform/lib/files/openFile.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const getLinkImageRoute = route(operations.getLinkImage, async ({ app, params }) => {
  const name = fileNameOf(params.name);
  const file = name && (await openFile(app, name));
  if (!file) throw new Problem('NOT_FOUND', 'Image not found');
  return {
    status: 200,
    body: file.content,
    headers: {
      'content-length': String(file.bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  };
});
