import { kept } from '@sonde/shared/async/kept.ts';
import type { DnsAnswer, DnsQuestion } from '../../ports/dns-answer.ts';
import type { AskOptions, DnsResolution, ZoneServers } from '../../ports/dns-resolution.ts';
import type { Spending } from './budget.ts';
import { askOnce, type QuestionParts } from './exchange/patient-question.ts';
import { findZone } from './find-zone.ts';
import type { ZoneCut } from './iterate/zone-cut.ts';

export interface ScanResolutionParts extends QuestionParts {
  readonly spending: Spending;
  resolve(question: DnsQuestion): Promise<DnsAnswer>;
  cutOf(zone: string): ZoneCut | undefined;
}

/**
 * A scan resolution is the DNS for one scan, without validation. Keeps every answer, so that nothing is asked twice.
 */
export class ScanResolution implements DnsResolution {
  readonly #parts: ScanResolutionParts;
  readonly #resolved = new Map<string, Promise<DnsAnswer>>();
  readonly #asked = new Map<string, Promise<DnsAnswer>>();
  readonly #zones = new Map<string, Promise<ZoneServers>>();

  constructor(parts: ScanResolutionParts) {
    this.#parts = parts;
  }

  get questionsAsked(): number {
    return this.#parts.spending.questionsAsked;
  }

  resolve(name: string, type: number): Promise<DnsAnswer> {
    return kept(this.#resolved, `${name} ${type}`, () => this.#parts.resolve({ name, type }));
  }

  ask(server: string, question: DnsQuestion, options: AskOptions = {}): Promise<DnsAnswer> {
    const { signal, ...plain } = options;
    const how = Object.entries(plain).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const key = `${server} ${question.name} ${question.type} ${JSON.stringify(how)}`;
    return kept(this.#asked, key, async () => {
      const answer = await askOnce(this.#parts, server, question, options);
      // Given up by who asked, which says nothing of the server.
      if (signal?.aborted === true) this.#asked.delete(key);
      return answer;
    });
  }

  zoneOf(name: string): Promise<ZoneServers> {
    return kept(this.#zones, name, () =>
      findZone(name, {
        resolve: (question) => this.resolve(question.name, question.type),
        ask: (server, question) => this.ask(server, question),
        cutOf: (zone) => this.#parts.cutOf(zone),
      }),
    );
  }
}
