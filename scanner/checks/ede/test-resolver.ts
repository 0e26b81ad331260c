import { extendedErrorName } from '@sonde/shared/dns/extended-errors.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName, responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { DnsResolution } from '../../ports/dns-resolution.ts';
import { publicTestZone, type ResolverCase, resolverCases } from './resolver-cases.ts';

export interface ResolverCaseResult {
  readonly name: string;
  readonly fault: string;
  /** Undefined never; null if there was no answer. */
  readonly responseCode: string | null;
  readonly expectedCodes: readonly number[];
  readonly received: readonly { readonly code: number; readonly name: string; readonly text: string }[];
  /**
   * `told`: failed or answered as it should, with a code that tells why. `not_told`: as it should, without a code.
   * `other_code`: with one that tells something else. `not_validated`: answered what should fail. `wrongly_failed`: failed
   * what should be answered. `unanswered`: no answer, or the name is not there.
   */
  readonly verdict: 'told' | 'not_told' | 'other_code' | 'not_validated' | 'wrongly_failed' | 'unanswered';
}

export interface ResolverTest {
  readonly resolver: string;
  readonly reachable: boolean;
  /** The reason why not. */
  readonly failure: string | null;
  readonly edns: boolean | null;
  /** Whether it takes broken names for failures; null if that could not be told. */
  readonly validates: boolean | null;
  readonly supportsExtendedErrors: boolean | null;
  /** Of the cases with a code to tell, how many it told; 0 to 100, null if none could be tried. */
  readonly score: number | null;
  readonly cases: readonly ResolverCaseResult[];
  readonly summary: string;
}

const nothingThere: readonly number[] = [responseCodes.NXDOMAIN, responseCodes.REFUSED];

/** Asks a resolver for names that are broken on purpose and sees whether it says why it fails. */
export async function testResolver(
  resolver: string,
  { dns, signal }: { dns: Pick<DnsResolution, 'ask'>; signal: AbortSignal },
  { zone = publicTestZone, cases = resolverCases }: { zone?: string; cases?: readonly ResolverCase[] } = {},
): Promise<ResolverTest> {
  const ask = (name: string, type: number) =>
    dns.ask(resolver, { name, type }, { recursionDesired: true, dnssecOk: true, signal });
  const first = await ask('.', recordTypes.SOA);
  if (first.failure !== undefined) {
    const failure = first.failureMessage ?? first.failure;
    return {
      resolver,
      reachable: false,
      failure,
      edns: null,
      validates: null,
      supportsExtendedErrors: null,
      score: null,
      cases: [],
      summary: `${resolver} did not answer: ${failure}`,
    };
  }
  const results = await Promise.all(
    cases.map(async (one) => {
      const name = `${one.label}.${zone}`;
      return judge(name, one, await ask(name, recordTypes.A));
    }),
  );
  return {
    resolver,
    reachable: true,
    failure: null,
    edns: first.edns !== undefined,
    ...outcome(resolver, cases, results),
  };
}

function judge(name: string, expected: ResolverCase, answer: DnsAnswer): ResolverCaseResult {
  const received = answer.extendedErrors.map(({ code, text }) => ({
    code,
    name: extendedErrorName(code),
    text,
  }));
  const { responseCode } = answer;
  return {
    name,
    fault: expected.fault,
    responseCode: responseCode === undefined ? null : responseCodeName(responseCode),
    expectedCodes: expected.codes,
    received,
    verdict: verdictOf(expected, answer),
  };
}

function verdictOf(
  { outcome: wanted, codes }: ResolverCase,
  answer: DnsAnswer,
): ResolverCaseResult['verdict'] {
  const { responseCode, extendedErrors } = answer;
  if (responseCode === undefined || nothingThere.includes(responseCode)) return 'unanswered';
  const failed = responseCode !== responseCodes.NOERROR;
  if (wanted === 'failure' && !failed) return 'not_validated';
  if (wanted === 'answer' && failed) return 'wrongly_failed';
  if (codes.length === 0) return extendedErrors.length === 0 ? 'told' : 'other_code';
  if (extendedErrors.some(({ code }) => codes.includes(code))) return 'told';
  return extendedErrors.length > 0 ? 'other_code' : 'not_told';
}

function outcome(resolver: string, cases: readonly ResolverCase[], results: readonly ResolverCaseResult[]) {
  const tried = results.filter(({ verdict }) => verdict !== 'unanswered');
  const telling = tried.filter(({ expectedCodes }) => expectedCodes.length > 0);
  const told = telling.filter(({ verdict }) => verdict === 'told');
  const failing = results.filter(
    (result, index) => cases[index]!.outcome === 'failure' && result.verdict !== 'unanswered',
  );
  const validates = failing.length === 0 ? null : failing.some(({ verdict }) => verdict !== 'not_validated');
  const supports = telling.length === 0 ? null : tried.some(({ received }) => received.length > 0);
  const score = telling.length === 0 ? null : Math.round((100 * told.length) / telling.length);
  const summary =
    score === null
      ? `${resolver} answers, but none of the test names could be reached through it.`
      : `${resolver} ${validates === true ? 'validates' : 'does not validate'} and told the reason in ${told.length} of ${telling.length} cases.`;
  return { validates, supportsExtendedErrors: supports, score, cases: results, summary };
}
