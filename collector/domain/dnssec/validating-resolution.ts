import { kept } from '@sonde/shared/async/kept.ts';
import type { DnsAnswer, DnsQuestion } from '../../ports/scans/dns-answer.ts';
import type {
  AskOptions,
  DnsResolution,
  ResolveOptions,
  ZoneServers,
} from '../../ports/scans/dns-resolution.ts';
import { ChainOfTrust } from './chain/chain-of-trust.ts';
import type { ValidatorParts } from './chain/validator-parts.ts';
import { validateAnswer } from './validate-answer.ts';

/** Validates what another resolution answers. One for each scan, as that is. */
export class ValidatingResolution implements DnsResolution {
  readonly #plain: DnsResolution;
  readonly #chain: ChainOfTrust;
  readonly #validated = new Map<string, Promise<DnsAnswer>>();

  constructor(plain: DnsResolution, parts: Omit<ValidatorParts, 'lookUp'>) {
    this.#plain = plain;
    const lookUp = (name: string, type: number) => plain.resolve(name, type, { validate: false });
    this.#chain = new ChainOfTrust({ ...parts, lookUp });
  }

  get questionsAsked(): number {
    return this.#plain.questionsAsked;
  }

  async resolve(name: string, type: number, options: ResolveOptions = {}): Promise<DnsAnswer> {
    if (options.validate === false) return this.#plain.resolve(name, type, options);
    return kept(this.#validated, `${name} ${type}`, () => this.#validate(name, type, options));
  }

  ask(server: string, question: DnsQuestion, options?: AskOptions): Promise<DnsAnswer> {
    return this.#plain.ask(server, question, options);
  }

  zoneOf(name: string, options?: ResolveOptions): Promise<ZoneServers> {
    return this.#plain.zoneOf(name, options);
  }

  async #validate(name: string, type: number, options: ResolveOptions): Promise<DnsAnswer> {
    const answer = await this.#plain.resolve(name, type, options);
    const validation = await validateAnswer(answer, this.#chain);
    return validation === undefined ? answer : { ...answer, security: validation.status, validation };
  }
}
