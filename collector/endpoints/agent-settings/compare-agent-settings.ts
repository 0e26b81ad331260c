import { Conflict } from '@sonde/shared/errors.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentSettingsStore } from '../../ports/agent-settings/agent-settings.ts';
import { entrySchema, presentEntry } from './present-settings.ts';

const versionSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const compareAgentSettings = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agent-settings/compare',
  summary: 'Compare two versions of the settings of agents',
  description:
    'Returns the entries that exist in only one of the versions, moved to another place, or changed.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    from: versionSchema.meta({ examples: [1] }),
    to: versionSchema.meta({ examples: [2] }),
  }),
  response: z.object({
    from: z.int(),
    to: z.int(),
    count: countInAnswer,
    entries: z.array(
      z.object({
        before: entrySchema.nullable().describe('Null if the entry was added.'),
        after: entrySchema.nullable().describe('Null if the entry was removed.'),
        moved: z
          .boolean()
          .describe(
            'Whether the entry moved to another place in the order. If several entries reach an agent, ' +
              'the order decides which one wins.',
          ),
      }),
    ),
  }),
  errors: ['conflict'],
  async run(
    { caller, query: { from, to } },
    { agentSettings }: { readonly agentSettings: Pick<AgentSettingsStore, 'at'> },
  ) {
    const [earlier, later] = await Promise.all(
      [from, to].map((version) => agentSettings.at(caller.accountId, version)),
    );
    if (earlier === undefined || later === undefined) {
      throw new Conflict('One of these versions is unknown. It is too old or does not exist yet.');
    }
    const before = earlier.entries.map(presentEntry);
    const after = later.entries.map(presentEntry);
    const ids = [...new Set([...before, ...after].map(({ id }) => id))];
    const both = ids.filter(
      (id) => before.some((one) => one.id === id) && after.some((one) => one.id === id),
    );
    const place = (entries: typeof before, id: number) =>
      entries.filter((one) => both.includes(one.id)).findIndex((one) => one.id === id);
    const entries = ids.flatMap((id) => {
      const was = before.find((one) => one.id === id) ?? null;
      const is = after.find((one) => one.id === id) ?? null;
      const moved = both.includes(id) && place(before, id) !== place(after, id);
      const isSame = !moved && JSON.stringify(was) === JSON.stringify(is);
      return isSame ? [] : [{ before: was, after: is, moved }];
    });
    return { from, to, count: entries.length, entries };
  },
});
