import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ReloadableContent } from '../../ports/content/content.ts';

export const listContentProblems = defineEndpoint({
  method: 'GET',
  path: '/api/admin/content',
  summary: 'Show the content files and what is wrong with them',
  description:
    'Returns each kind of content that operators can add, the number of items in force, and the ' +
    'files with errors, with the line of each error. For a file with errors, its last valid ' +
    'version stays in force.',
  family: 'Administration',
  access: 'admin',
  response: z.object({
    count: countInAnswer,
    content: z.array(
      z.object({
        kind: z.string(),
        items: z.int(),
        version: z.string().describe('Changes whenever the content changes.'),
        problems: z.array(z.object({ file: z.string(), line: z.int().nullable(), message: z.string() })),
      }),
    ),
  }),
  run(_input, { contentFolders }: { contentFolders: readonly ReloadableContent[] }) {
    const content = contentFolders.map(({ kind, current }) => ({
      kind,
      items: current.items.length,
      version: current.version,
      problems: current.problems.map((problem) => ({ ...problem })),
    }));
    return { count: content.length, content };
  },
});
