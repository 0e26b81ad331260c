import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { AskOptions } from '../../ports/dns-resolution.ts';
import type { ScanError } from '../../ports/finding.ts';
import type { ScanPart, ScanPorts } from '../../ports/scanner.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import type { ResolverFingerprintResult } from './resolver-fingerprint-result.ts';
import { recogniseSoftware } from './resolver-software.ts';

/** The test names are names that a resolver is tried on; all of them have to be there for their purpose. */
export interface TestNames {
  /** Signed, and sound. */
  readonly secure: string;
  /** Signed, and broken on purpose. */
  readonly bogus: string;
  /** The name whose TXT tells whether the question came minimised (RFC 9156); undefined to leave that out. */
  readonly minimisation: string | undefined;
}

/** The public test names are on the public Internet. */
export const publicTestNames: TestNames = {
  secure: '.',
  bogus: 'dnssec-failed.org',
  minimisation: 'qnamemintest.internet.nl',
};

export interface ResolverFingerprintOptions {
  readonly names?: TestNames;
  /** 53 unless said otherwise. */
  readonly port?: number;
}

const chaos = 3;
const serverIdentifier = 3;
const cookie = 10;
/** Any eight octets are a client's cookie (RFC 7873 section 4.1). */
const clientCookie = Buffer.from('f1e2d3c4b5a69788', 'hex');
const responses = { noError: 0, servFail: 2 } as const;

/**
 * Fingerprints a resolver's software and behaviour by some twenty questions to it. Its own statements are told as such;
 * a question without an answer gives null.
 */
export async function fingerprintResolver(
  resolver: string,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
  { names = publicTestNames, port }: ResolverFingerprintOptions = {},
): Promise<ScanPart<ResolverFingerprintResult>> {
  const ask = (name: string, type: keyof typeof recordTypes, options: AskOptions = {}) =>
    dns.ask(
      resolver,
      { name, type: recordTypes[type] },
      { recursionDesired: true, signal, ...(port !== undefined && { port }), ...options },
    );
  const ednsOptions = [
    { code: serverIdentifier, data: new Uint8Array() },
    { code: cookie, data: clientCookie },
  ];
  const say = (name: string, options: AskOptions = {}) =>
    ask(name, 'TXT', { class: chaos, recursionDesired: false, dnssecOk: false, ednsOptions, ...options });
  // Of a question about the Internet and one about itself, which needs no Internet, what was answered counts.
  const either = async (options: AskOptions) => {
    const both = await Promise.all([ask('a.root-servers.net', 'A', options), say('version.bind', options)]);
    return both.find(({ failure }) => failure === undefined) ?? both[0];
  };

  const [plain, ...said] = await Promise.all([
    ask('.', 'NS', { ednsOptions }),
    ...['version.bind', 'version.server', 'hostname.bind', 'id.server', 'authors.bind'].map((name) =>
      say(name),
    ),
  ]);
  // A resolver that is cut off from the Internet still says who it is.
  const first = [plain, ...said].find(({ failure }) => failure === undefined);
  if (first === undefined) return unreachable(resolver, plain);
  const [versionBind = null, versionServer = null, hostnameBind = null, idServer = null, authors = null] =
    said.map(textOf);
  const [mixed, tcp, any, secure, bogus, unchecked, minimised] = await Promise.all([
    either({ mixedCase: true }),
    either({ transport: 'tcp' }),
    ask('root-servers.net', 'ANY'),
    ask(names.secure, 'SOA', { dnssecOk: true }),
    ask(names.bogus, 'A', { dnssecOk: true }),
    ask(names.bogus, 'A', { checkingDisabled: true }),
    names.minimisation === undefined ? undefined : ask(names.minimisation, 'TXT'),
  ]);
  const answers = [plain, ...said, mixed, tcp, any, secure, bogus, unchecked];
  const options = first.edns?.options;
  return {
    result: {
      resolver,
      reachable: true,
      software: recogniseSoftware([versionBind, versionServer], authors),
      identity: {
        versionBind,
        versionServer,
        hostnameBind,
        idServer,
        authors,
        nsid: identifierText(options?.find(({ code }) => code === serverIdentifier)?.data),
      },
      edns: {
        supported: first.edns !== undefined,
        udpSize: first.edns?.size ?? null,
        version: first.edns?.version ?? null,
      },
      behaviour: {
        recursion:
          plain.failure === undefined
            ? plain.recursionAvailable && plain.responseCode === responses.noError
            : null,
        validatesDnssec: validates(secure, bogus, unchecked),
        passesDnssecRecords: passesSignatures(secure),
        keepsCase: mixed.failure === undefined ? true : mixed.failure === 'malformed' ? false : null,
        answersTcp: tcp.failure === undefined ? true : tcp.failure === 'unreachable' ? false : null,
        cookies:
          options === undefined
            ? null
            : options.some(({ code, data }) => code === cookie && data.length >= 16),
        minimisesNames: minimised === undefined ? null : minimises(minimised),
        refusesAny: refusesAny(any),
        extendedErrors: bogus.responseCode === responses.servFail ? bogus.extendedErrors.length > 0 : null,
      },
      milliseconds: Math.min(
        ...answers.filter(({ failure }) => failure === undefined).map((one) => one.milliseconds),
      ),
    },
    findings: [],
    errors: answers.flatMap((answer) => (answer.failure === undefined ? [] : errorOf(answer))),
  };
}

function unreachable(resolver: string, answer: DnsAnswer): ScanPart<ResolverFingerprintResult> {
  return {
    result: {
      resolver,
      reachable: false,
      software: null,
      identity: {
        versionBind: null,
        versionServer: null,
        hostnameBind: null,
        idServer: null,
        authors: null,
        nsid: null,
      },
      edns: { supported: null, udpSize: null, version: null },
      behaviour: {
        recursion: null,
        validatesDnssec: null,
        passesDnssecRecords: null,
        keepsCase: null,
        answersTcp: null,
        cookies: null,
        minimisesNames: null,
        refusesAny: null,
        extendedErrors: null,
      },
      milliseconds: null,
    },
    findings: [],
    errors: [errorOf(answer)],
  };
}

function errorOf(answer: DnsAnswer): ScanError {
  return {
    source: 'fingerprint',
    code: answer.failure ?? 'server_failure',
    message: answer.failureMessage ?? 'The resolver gave no answer of use.',
  };
}

/** All texts of an answer in one; null if it has none. */
function textOf({ answer }: DnsAnswer): string | null {
  const texts = answer.filter(({ type }) => type === recordTypes.TXT).map(({ data }) => textOfRecord(data));
  return texts.length === 0 ? null : texts.join('; ').slice(0, 1_000);
}

function identifierText(data: Uint8Array | undefined): string | null {
  if (data === undefined || data.length === 0) return null;
  const text = Buffer.from(data).toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? text : Buffer.from(data).toString('hex');
}

/**
 * Sets AD on what is sound, and refuses what is broken but for those who want it unchecked. Where the names could not be
 * resolved at all, nothing is known.
 */
function validates(secure: DnsAnswer, bogus: DnsAnswer, unchecked: DnsAnswer): boolean | null {
  if (bogus.failure !== undefined || secure.failure !== undefined) return null;
  if (bogus.responseCode === responses.noError) return false;
  if (bogus.responseCode !== responses.servFail) return null;
  if (unchecked.responseCode !== responses.noError) return secure.authenticData ? true : null;
  return secure.authenticData;
}

function passesSignatures(secure: DnsAnswer): boolean | null {
  if (secure.failure !== undefined || secure.responseCode !== responses.noError || secure.answer.length === 0)
    return null;
  return secure.answer.some(({ type }) => type === recordTypes.RRSIG);
}

/** What the test's name says in its text. */
function minimises(answer: DnsAnswer): boolean | null {
  const text = textOf(answer) ?? '';
  if (/^HOORAY\b|\bis enabled\b/i.test(text)) return true;
  return /^NO\b|\bis NOT enabled\b/i.test(text) ? false : null;
}

/** RFC 8482: no answer but HINFO, or an error, or one set only. */
function refusesAny({ failure, responseCode, answer }: DnsAnswer): boolean | null {
  if (failure !== undefined) return null;
  if (responseCode !== responses.noError) return true;
  const types = new Set(answer.map(({ type }) => type).filter((type) => type !== recordTypes.RRSIG));
  return types.size <= 1;
}
