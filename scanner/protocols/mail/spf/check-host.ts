import { asciiDomain } from '../ascii-domain.ts';
import type { MailResolve } from '../mail-resolve.ts';
import { SpfEvaluation } from './evaluation.ts';
import { isQueryName, plainAddress } from './expand-macros.ts';
import { explainFailure } from './explain-failure.ts';
import { matchesMechanism } from './match-mechanism.ts';
import { isSpfRecord, parseSpfRecord, type Qualifier } from './parse-record.ts';
import { SpfError, type SpfOutcome, type SpfResultCode } from './spf-outcome.ts';

export interface CheckHostRequest {
  /** The client's address. */
  readonly ip: string;
  /** The MAIL FROM mailbox, without angle brackets; empty for a null reverse-path, which stands for postmaster at the HELO name. */
  readonly sender: string;
  readonly helo: string;
  /** The domain to begin with; the sender's domain unless said otherwise. */
  readonly domain?: string;
  /** The checking host's name, for the `r` macro. */
  readonly receiver?: string;
  readonly resolve: MailResolve;
  /** Milliseconds since 1970, for the `t` macro. */
  readonly now?: () => number;
}

const results: Readonly<Record<Qualifier, SpfResultCode>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

type Match = Pick<SpfOutcome, 'result' | 'record' | 'domain' | 'term' | 'explanation'>;

/**
 * Checks whether a host may send mail for a domain: check_host() of RFC 7208 section 4, with RFC 8616 section 4 for
 * names and mailboxes beyond ASCII. Asks `resolve` and nothing else: the same answers give the same outcome. Never
 * rejects for what the network does. Rejects with a RangeError if `ip` is no address.
 *
 *     await checkHost({ ip: '192.0.2.1', sender: 'a@example.com', helo: 'mx.example.com', resolve })
 *     // { result: 'fail', term: '-all', domain: 'example.com', lookups: 2, voidLookups: 0, ... }
 */
export async function checkHost(request: CheckHostRequest): Promise<SpfOutcome> {
  const ip = plainAddress(request.ip);
  if (ip === undefined) throw new RangeError('check_host() needs an IP address.');
  const helo = asciiDomain(request.helo);
  const sender = request.sender === '' ? `postmaster@${helo}` : request.sender;
  const at = sender.lastIndexOf('@');
  const localPart = at > 0 ? sender.slice(0, at) : 'postmaster';
  const senderDomain = asciiDomain(sender.slice(at + 1));
  const evaluation = new SpfEvaluation(
    {
      ip,
      sender: `${localPart}@${senderDomain}`,
      localPart,
      senderDomain,
      helo,
      receiver: request.receiver ?? 'unknown',
      now: request.now ?? Date.now,
    },
    request.resolve,
  );
  const outcome = await evaluate(asciiDomain(request.domain ?? senderDomain), evaluation, {
    explain: true,
  }).catch((error: unknown) => {
    if (!(error instanceof SpfError)) throw error;
    return { result: error.result, problem: { message: error.message, rule: error.rule } };
  });
  return { ...outcome, lookups: evaluation.lookups, voidLookups: evaluation.voidLookups };
}

/** Evaluates the record of one domain; throws an SpfError. `explain`: whether an explanation is of use. */
async function evaluate(
  given: string,
  evaluation: SpfEvaluation,
  options: { explain: boolean },
): Promise<Match> {
  const domain = given.replace(/\.$/, '');
  const text = await findRecord(domain, evaluation);
  if (text === undefined) return { result: 'none' };
  const record = parseSpfRecord(text);
  const [wrong] = record.errors;
  if (wrong !== undefined) throw new SpfError('permerror', wrong.message, wrong.rule);

  const include = async (target: string) => (await evaluate(target, evaluation, { explain: false })).result;
  for (const directive of record.directives) {
    if (!(await matchesMechanism(directive, domain, evaluation, include))) continue;
    const result = results[directive.qualifier];
    const found = { result, record: text, domain, term: directive.text };
    if (result !== 'fail' || !options.explain || record.explanation === undefined) return found;
    const explanation = await explainFailure(record.explanation.macros, domain, evaluation);
    return { ...found, ...(explanation !== undefined && { explanation }) };
  }
  if (record.redirect === undefined || evaluation.matchesNothing(record.redirect.macros))
    return { result: 'neutral', record: text, domain };
  evaluation.countTerm(record.redirect.text);
  const target = await evaluation.target(record.redirect.macros, domain);
  const redirected =
    target === undefined ? { result: 'none' as const } : await evaluate(target, evaluation, options);
  if (redirected.result === 'none')
    throw new SpfError(
      'permerror',
      `${record.redirect.text} leads to no SPF record.`,
      'RFC 7208 section 6.1',
    );
  return redirected;
}

/** The domain's one SPF record (RFC 7208 sections 4.3 to 4.5); undefined if there is none. */
async function findRecord(domain: string, evaluation: SpfEvaluation): Promise<string | undefined> {
  // Not a name of several labels, or an address in brackets.
  if (!isQueryName(domain) || !domain.includes('.') || /^\[.*\]$/.test(domain)) return undefined;
  const texts = await evaluation.askFurther(domain, 'TXT');
  if (texts === 'error')
    throw new SpfError('temperror', `${domain} TXT could not be looked up.`, 'RFC 7208 section 4.4');
  const records = texts.filter(isSpfRecord);
  if (records.length > 1)
    throw new SpfError('permerror', `${domain} has ${records.length} SPF records.`, 'RFC 7208 section 4.5');
  return records[0];
}
