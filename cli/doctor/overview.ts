import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';

export type Agents = AnswerOf<'GET /api/v1/dns-monitoring/agents'>['agents'];

/** An overview asks a collector once for what several checks look at. */
export interface Overview {
  readonly client: SondeClient;
  readonly status: () => Promise<AnswerOf<'GET /api/v1/dns-monitoring/status'>>;
  /** Each with its present run. */
  readonly agents: () => Promise<Agents>;
  readonly locations: () => AsyncIterable<{ readonly id: number; readonly location_name: string }>;
}

export function createOverview(client: SondeClient): Overview {
  return {
    client,
    status: once(() => client.call('GET /api/v1/dns-monitoring/status')),
    agents: once(
      async () => (await client.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 } })).agents,
    ),
    locations: () => client.items('GET /api/v1/dns-monitoring/locations', {}),
  };
}

function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
