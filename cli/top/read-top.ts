import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';

export interface TopData {
  readonly stats: AnswerOf<'GET /api/v1/dns-monitoring/stats'>;
  readonly threats: AnswerOf<'GET /api/v1/dns-monitoring/threats'>;
  readonly agents: AnswerOf<'GET /api/v1/dns-monitoring/agents'>['agents'];
}

/** What is of interest beyond one look: threats and agents change seldom, and each look is one of the day's requests. */
const looksBetween = 6;

/** A top reader asks a collector again and again: one request a look, and two more every sixth time. */
export class TopReader {
  readonly #client: SondeClient;
  readonly #location: number | undefined;
  #looks = 0;
  #seldom: Pick<TopData, 'threats' | 'agents'> | undefined;

  constructor(client: SondeClient, location: number | undefined) {
    this.#client = client;
    this.#location = location;
  }

  async read(signal?: AbortSignal): Promise<TopData> {
    const location = this.#location === undefined ? {} : { location_id: this.#location };
    const options = signal === undefined ? {} : { signal };
    const stats = await this.#client.call('GET /api/v1/dns-monitoring/stats', {
      query: { ...location, period: '1h', top: 20 },
      ...options,
    });
    if (this.#seldom === undefined || this.#looks % looksBetween === 0) {
      const threats = await this.#client.call('GET /api/v1/dns-monitoring/threats', {
        query: { ...location, status: 'open', limit: 10 },
        ...options,
      });
      const { agents } = await this.#client.call('GET /api/v1/dns-monitoring/agents', {
        query: { ...location, runs: 1 },
        ...options,
      });
      this.#seldom = { threats, agents };
    }
    this.#looks++;
    return { stats, ...this.#seldom };
  }
}
