import {
  type ExtendedErrorCode,
  extendedErrorName,
  extendedErrors,
} from '@sonde/shared/dns/extended-errors.ts';

/** A decoded error is a code as it was met, with the known facts about it. */
export interface DecodedError {
  readonly code: number;
  readonly name: string;
  /** Whether the registry has it; others are no error: new ones are registered, and 49152 to 65535 are private. */
  readonly known: boolean;
  readonly private: boolean;
  readonly meaning: string;
  readonly category: ExtendedErrorCode['category'];
  readonly severity: ExtendedErrorCode['severity'];
  readonly retry: boolean | null;
  readonly extraText: string | null;
  /** The cause that the extra text of common resolvers points to; null if there is none or it says nothing known. */
  readonly hint: string | null;
  readonly troubleshooting: readonly string[];
  readonly source: string;
}

const firstPrivate = 49_152;

/** Explains a code of 16 bits; unknown ones too (RFC 8914 section 3: they must not be taken for failures). */
export function decodeExtendedError(code: number, extraText?: string): DecodedError {
  const known = extendedErrors.find((one) => one.code === code);
  const text = extraText === undefined || extraText === '' ? null : extraText;
  const isPrivate = code >= firstPrivate;
  const about: Omit<ExtendedErrorCode, 'code'> = known ?? {
    name: extendedErrorName(code),
    meaning: isPrivate
      ? 'A code for private use: only the operator of the server knows its meaning.'
      : 'No code of this number is known here; it may have been registered since.',
    category: 'other',
    severity: 'info',
    retry: false,
    troubleshooting: [
      isPrivate
        ? 'Ask the operator of the server what it means by this code.'
        : 'See the IANA registry "Extended DNS Error Codes".',
    ],
    source: 'RFC 8914 section 5.2',
  };
  return {
    ...about,
    code,
    known: known !== undefined,
    private: isPrivate,
    retry: known === undefined ? null : known.retry,
    extraText: text,
    hint: text === null ? null : hintOf(text),
  };
}

const hints: readonly (readonly [RegExp, string])[] = [
  [
    /signature (?:expired|has expired)|expired/i,
    "The text speaks of an expired signature: see the zone's signing.",
  ],
  [/not yet valid|inception/i, 'The text speaks of a signature that begins later: see the clocks.'],
  [
    /no (?:DNSSEC )?signatures|missing rrsig|no rrsig/i,
    'The text speaks of missing signatures: see each name server of the zone.',
  ],
  [
    /no (?:matching )?(?:DNSKEY|keys?)|key tag/i,
    'The text speaks of a key that is missing: compare DS and DNSKEY.',
  ],
  [/no SEP|DS.*(?:match|mismatch)/i, 'The text speaks of DS records that fit no key: see the registrar.'],
  [/nsec3? (?:missing|proof)|denial/i, 'The text speaks of a missing proof: see the NSEC or NSEC3 chain.'],
  [
    /timed? ?out|unreachable|connection refused/i,
    'The text speaks of servers that do not answer: ask them directly.',
  ],
  [
    /refused|rcode=REFUSED|lame/i,
    'The text speaks of a server that does not serve the zone: see the delegation.',
  ],
  [
    /rpz|policy|blocklist|blacklist|malware|phishing/i,
    'The text speaks of a filter: ask the operator of the resolver.',
  ],
];

function hintOf(text: string): string | null {
  return hints.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
