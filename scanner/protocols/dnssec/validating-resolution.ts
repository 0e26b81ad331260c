import { kept } from '@sonde/shared/async/kept.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer, DnsQuestion } from '../../ports/dns-answer.ts';
import type { AskOptions, DnsResolution, ResolveOptions, ZoneServers } from '../../ports/dns-resolution.ts';
import type { Validation, ValidationStep } from '../../ports/dns-validation.ts';
import { ChainOfTrust } from './chain/chain-of-trust.ts';
import type { ValidatorParts } from './chain/validator-parts.ts';
import { otherAnswers } from './other-servers.ts';
import { validateAnswer } from './validate-answer.ts';

/** A validating resolution validates the answers of another resolution. One for each scan, as that is. */
export class ValidatingResolution implements DnsResolution {
  readonly trustAnchors: NonNullable<DnsResolution['trustAnchors']>;
  readonly #plain: DnsResolution;
  readonly #chain: ChainOfTrust;
  readonly #validated = new Map<string, Promise<DnsAnswer>>();

  constructor(plain: DnsResolution, parts: Omit<ValidatorParts, 'lookUp' | 'otherAnswers'>) {
    this.#plain = plain;
    this.trustAnchors = parts.anchors.flatMap(({ zone, signers, keys }) =>
      [...signers, ...keys].map(({ keyTag }) => ({ zone, keyTag })),
    );
    const lookUp = (name: string, type: number) => plain.resolve(name, type, { validate: false });
    this.#chain = new ChainOfTrust({
      ...parts,
      lookUp,
      otherAnswers: (answer) => otherAnswers(answer, plain),
    });
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
    if (validation === undefined) return answer;
    if (validation.status === 'bogus') {
      const better = await this.#betterThan(answer, validation);
      if (better !== undefined) return better;
    }
    return { ...answer, security: validation.status, validation };
  }

  /** Another server's answer, if that validates. */
  async #betterThan(answer: DnsAnswer, { message, steps }: Validation): Promise<DnsAnswer | undefined> {
    const { name, type } = answer.question;
    for await (const other of otherAnswers(answer, this.#plain)) {
      // An alias may lead to another zone, where this server does not answer.
      if (isAlias(other)) continue;
      const validation = await validateAnswer(other, this.#chain);
      if (validation === undefined || validation.status === 'bogus') continue;
      const last = steps.findLast(({ status }) => status === 'bogus');
      const doubt: ValidationStep = {
        zone: last?.zone ?? name,
        subject: `${name} ${recordTypeName(type)} at ${answer.server}`,
        status: 'bogus',
        message,
        rule: last?.rule ?? 'RFC 4035 section 5',
      };
      const told = { ...validation, steps: [doubt, ...validation.steps] };
      return { ...other, security: validation.status, validation: told };
    }
    return undefined;
  }
}

function isAlias({ answer, question }: DnsAnswer): boolean {
  return question.type !== recordTypes.CNAME && answer.some(({ type }) => type === recordTypes.CNAME);
}
