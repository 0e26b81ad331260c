/**
 * An extended error code is an entry of the IANA registry "Extended DNS Error Codes" (RFC 8914 section 5.2), with its
 * meaning and advice.
 */
export interface ExtendedErrorCode {
  readonly code: number;
  readonly name: string;
  /** One sentence. */
  readonly meaning: string;
  readonly category: 'dnssec' | 'cache' | 'policy' | 'server' | 'network' | 'other';
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical';
  /** Whether asking again, later or elsewhere, may help. */
  readonly retry: boolean;
  /** The steps to take, in the order in which to try them. */
  readonly troubleshooting: readonly string[];
  readonly source: string;
}

const rfc8914 = (code: number) => `RFC 8914 section 4.${code + 1}`;

function entry(
  code: number,
  name: string,
  category: ExtendedErrorCode['category'],
  severity: ExtendedErrorCode['severity'],
  retry: boolean,
  meaning: string,
  troubleshooting: readonly string[],
  source = rfc8914(code),
): ExtendedErrorCode {
  return { code, name, meaning, category, severity, retry, troubleshooting, source };
}

/** The extended errors are codes 0 to 29. */
export const extendedErrors: readonly ExtendedErrorCode[] = [
  entry(
    0,
    'Other Error',
    'other',
    'medium',
    true,
    'The error fits none of the other codes; the text beside it says more.',
    [
      'Read the extra text, which should be there with this code.',
      'Ask the operator of the resolver, who sees more in its log.',
    ],
  ),
  entry(
    1,
    'Unsupported DNSKEY Algorithm',
    'dnssec',
    'medium',
    false,
    'The zone is signed only with algorithms that the resolver does not support, so that it counts as unsigned.',
    [
      'See the algorithms of the zone: dig DNSKEY zone.',
      'Owner: roll to ECDSA P-256 (13) or Ed25519 (15); RSASHA1 (5, 7) counts as unsupported since RFC 9905.',
      'Operator of the resolver: bring the validator and its cryptography up to date.',
    ],
  ),
  entry(
    2,
    'Unsupported DS Digest Type',
    'dnssec',
    'medium',
    false,
    'All DS records of the zone have digests that the resolver does not support, so that it counts as unsigned.',
    [
      'See the DS records at the parent: dig DS zone.',
      'Owner: publish a DS record with SHA-256 (digest type 2) at the registrar.',
    ],
  ),
  entry(
    3,
    'Stale Answer',
    'cache',
    'low',
    true,
    'The resolver could not reach the zone in time and answered with data whose TTL had run out.',
    [
      'See whether the name servers of the zone answer: dig +norecurse @server name.',
      'Ask again later; the answer may have changed by then.',
      'Operator of the resolver: see the serve-stale settings (RFC 8767).',
    ],
  ),
  entry(
    4,
    'Forged Answer',
    'policy',
    'medium',
    false,
    'The answer was made up for a reason of policy: a law, or a filter against harm.',
    [
      'Compare with another resolver or with the name servers of the zone.',
      'Ask the operator of the resolver which policy applies to the name.',
    ],
  ),
  entry(
    5,
    'DNSSEC Indeterminate',
    'dnssec',
    'medium',
    true,
    'The resolver could not find out whether the answer should be signed.',
    [
      'See whether a trust anchor is set and the DS and DNSKEY records on the way can be had.',
      'Follow the chain: delv +vtrace name.',
    ],
  ),
  entry(
    6,
    'DNSSEC Bogus',
    'dnssec',
    'critical',
    false,
    'The answer should be signed, and its signatures do not hold.',
    [
      'See that it is DNSSEC: the question answers with dig +cd and fails without.',
      'Compare the DS records at the parent with the DNSKEY records of the zone.',
      'See that all name servers of the zone serve the same, currently signed copy.',
      'Owner: sign the zone anew; after a change of keys or provider correct the DS record at the registrar.',
    ],
  ),
  entry(
    7,
    'Signature Expired',
    'dnssec',
    'high',
    false,
    'The signatures were in force once, and are no longer.',
    [
      'See the end of the signatures: dig +dnssec SOA zone.',
      'Owner: sign the zone anew, and find out why that did not happen by itself.',
      'See that no name server keeps an old copy, and that the clock of the resolver is right.',
    ],
  ),
  entry(8, 'Signature Not Yet Valid', 'dnssec', 'high', true, 'The signatures will be in force only later.', [
    'Compare the clocks of the machine that signs and of the resolver with UTC.',
    'Owner: sign with a beginning an hour in the past.',
  ]),
  entry(
    9,
    'DNSKEY Missing',
    'dnssec',
    'high',
    false,
    'The parent has a DS record, and the zone has no key that it stands for.',
    [
      'Compare dig DS zone with dig DNSKEY zone: key tags and algorithms must meet.',
      'Owner: publish the key, or have the DS record at the registrar corrected or taken out.',
    ],
  ),
  entry(
    10,
    'RRSIGs Missing',
    'dnssec',
    'high',
    false,
    'Records came without the signatures that they should have.',
    [
      'Ask each name server of the zone with dig +dnssec: one may serve an unsigned copy.',
      'See that nothing on the way strips signatures or large answers.',
      'Owner: sign the zone completely, or have the DS record taken out.',
    ],
  ),
  entry(
    11,
    'No Zone Key Bit Set',
    'dnssec',
    'high',
    false,
    'No key of the zone has the zone bit, so that none may sign.',
    ['See the flags: dig DNSKEY zone; they must be 256 or 257.', 'Owner: make the keys anew as zone keys.'],
  ),
  entry(
    12,
    'NSEC Missing',
    'dnssec',
    'high',
    false,
    'The answer says that there is nothing, and the proof for that is missing or does not hold.',
    [
      'Ask with dig +dnssec for a name that is not there and see the NSEC or NSEC3 records.',
      'See that all name servers support the kind of denial that the zone uses.',
      'Owner: sign the zone anew, so that its chain of denials is whole.',
    ],
  ),
  entry(
    13,
    'Cached Error',
    'cache',
    'low',
    true,
    'The resolver repeats an error that it met before and keeps.',
    [
      'Ask again when the negative TTL has run out.',
      'Look for the first answer of the resolver, which told the real reason, or ask another resolver.',
    ],
  ),
  entry(14, 'Not Ready', 'server', 'low', true, 'The server has not loaded its data yet.', [
    'Ask again in a few seconds, or another server.',
    'Operator: see the log for what delays the start.',
  ]),
  entry(
    15,
    'Blocked',
    'policy',
    'medium',
    false,
    'The operator of the resolver blocks the name by a list of its own.',
    [
      'Ask the operator of the resolver which list has the name, and to take it out if it is there by mistake.',
      'Compare with another resolver.',
    ],
  ),
  entry(
    16,
    'Censored',
    'policy',
    'medium',
    false,
    'Somebody else than the operator, such as a court or an authority, had the name blocked.',
    [
      'The operator may not lift this; its text may name the order.',
      'Compare with a resolver in another jurisdiction.',
    ],
  ),
  entry(
    17,
    'Filtered',
    'policy',
    'low',
    false,
    'The client itself asked for the filter that blocks the name.',
    [
      'Change the filter in the settings of your account or of your device at the resolver.',
      'Use the unfiltered address of the same service.',
    ],
  ),
  entry(18, 'Prohibited', 'policy', 'medium', false, 'The server does not serve this client.', [
    'See that you ask the right resolver: many serve their own network alone.',
    'Operator: see the access control list for the address of the client.',
  ]),
  entry(
    19,
    'Stale NXDOMAIN Answer',
    'cache',
    'low',
    true,
    'The resolver could not reach the zone in time and repeated an old answer that the name is not there.',
    ['See whether the name servers of the zone answer.', 'Ask again later: the name may be there by now.'],
  ),
  entry(
    20,
    'Not Authoritative',
    'server',
    'medium',
    false,
    'The server was asked, without recursion, for a zone that it does not serve.',
    [
      'See that the delegation names the right servers: dig NS zone at the parent.',
      'Operator: see that the zone is configured and loaded there.',
    ],
  ),
  entry(
    21,
    'Not Supported',
    'server',
    'low',
    false,
    'The server does not support the operation or the question.',
    ['See the opcode and the type of the question.', 'Ask a server that supports it.'],
  ),
  entry(
    22,
    'No Reachable Authority',
    'network',
    'high',
    true,
    'None of the name servers of the zone could be reached.',
    [
      'Ask each name server of the delegation over UDP and TCP, IPv4 and IPv6.',
      'See that glue and addresses are right and that no firewall drops port 53.',
      'Owner: have name servers in more than one network.',
    ],
  ),
  entry(
    23,
    'Network Error',
    'network',
    'medium',
    true,
    'Something went wrong on the way to another server and could not be recovered from.',
    [
      'The text often names the server and what it did: ask that one directly.',
      'See whether large answers and fragments get through, and TCP too.',
    ],
  ),
  entry(
    24,
    'Invalid Data',
    'server',
    'medium',
    false,
    'The server has data for the zone, but it is expired or broken.',
    [
      'Operator: see whether the zone transfer from the primary works and the SOA expire time has not run out.',
      'Check the zone file: named-checkzone, kzonecheck.',
    ],
  ),
  entry(
    25,
    'Signature Expired before Valid',
    'dnssec',
    'high',
    false,
    'A signature ends before it begins.',
    [
      'See the times of the signature: dig +dnssec name.',
      'Owner: correct the times given to the signer and sign anew.',
    ],
    'IANA registry of Extended DNS Error Codes',
  ),
  entry(
    26,
    'Too Early',
    'server',
    'info',
    true,
    'The question came in TLS early data (0-RTT), where only harmless ones are answered.',
    ['Ask again when the handshake is complete.'],
    'RFC 9250 section 4.5',
  ),
  entry(
    27,
    'Unsupported NSEC3 Iterations Value',
    'dnssec',
    'medium',
    false,
    'The zone wants more rounds of NSEC3 hashing than the resolver does, so that its denials do not count.',
    [
      'See the parameters: dig NSEC3PARAM zone.',
      'Owner: set the iterations to 0 and leave the salt empty (RFC 9276 section 3.1).',
    ],
    'RFC 9276 section 3.2',
  ),
  entry(
    28,
    'Unable to conform to policy',
    'policy',
    'medium',
    false,
    'The resolver could not fulfil the policy that was asked for, such as a required encryption.',
    ['Ask the operator of the resolver which policy applies, and why it can not be fulfilled.'],
    'IANA registry of Extended DNS Error Codes',
  ),
  entry(
    29,
    'Synthesized',
    'cache',
    'info',
    false,
    'The answer was put together by the server, out of a proof that it keeps or by a rule.',
    ['Nothing is wrong: see RFC 8198 for denials from the cache and RFC 6147 for addresses made by DNS64.'],
    'IANA registry of Extended DNS Error Codes',
  ),
];

/** Returns the name of a code; a code that is not registered is told by number. */
export function extendedErrorName(code: number): string {
  return extendedErrors.find((one) => one.code === code)?.name ?? `Unassigned (${code})`;
}
