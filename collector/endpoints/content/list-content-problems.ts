import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ReloadableContent } from '../../ports/content/content.ts';

export const listContentProblems = defineEndpoint({
  method: 'GET',
  path: '/api/admin/content',
  summary: 'Show the content files and what is wrong with them',
  description:
    'Each kind of content that an operator may add to, how many items of it are in force, and files that are not in force as ' +
    'they are now, with the line at fault. Such a file counts as it was when it was right last.',
  family: 'Administration',
  access: 'admin',
  response: z.object({
    count: countInAnswer,
    content: z.array(
      z.object({
        kind: z.string(),
        items: z.int(),
        version: z.string().describe('Changes with the content.'),
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
