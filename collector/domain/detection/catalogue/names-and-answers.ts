import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

/** Tells of the detectors of listed and imitating names, and of what answers tell. */
export const namePages: Readonly<Record<string, DetectorPage>> = {
  indicator: defineDetectorPage({
    types: ['indicator'],
    techniques: ['T1071', 'T1566.002'],
    what: 'A query asks for a listed name or a name below it, an answer leads to a listed name or address, or a client asks a listed server.',
    why: 'Somebody has observed that it does harm.',
    evidence:
      "The feed's row, the hash and time of the feed's document, and the part of the answer that matched.",
    limits: 'A list contains only reported entries. Good and bad services can share an address.',
    steps: [
      'Check what the feed says about it and since when; read the receipt.',
      'Check in the queries what the client asked before and after, and whether it got an answer.',
      'Block the name in the policy. If the client got an answer, examine the client.',
    ],
  }),
  lookalike: defineDetectorPage({
    types: ['homograph', 'typosquat', 'lookalike_certificate'],
    techniques: ['T1583.001'],
    what: 'A name exists and looks like a watched name, in traffic or in a certificate.',
    why: 'Phishing begins with a name that people mistake for another.',
    evidence: 'The kind of imitation, the watched name, and the networks of both.',
    settings: 'lookalike',
    limits:
      'Works only for watched names. Typing errors are not looked for in labels shorter than five letters.',
    steps: [
      'Find out who owns the name: check its registration and its certificates, and scan the page.',
      'If it is not yours, block it, warn the people who visited it, and have it taken down.',
    ],
  }),
  fast_flux: defineDetectorPage({
    types: ['fast_flux'],
    techniques: ['T1568.001'],
    what: 'The addresses of a name change within minutes across many networks.',
    why: 'Infected machines hide the real server behind them.',
    evidence: 'The number of addresses, networks and rounds, and the smallest TTL.',
    settings: 'fastFlux',
    limits:
      'Without a dataset of networks, the detector uses prefixes instead. Server pools and peer-to-peer seeds look alike. A domain that was asked for a week before is a remark, even if an attacker owns it.',
    steps: [
      'Check which networks the addresses belong to: homes and offices of many providers indicate an attack.',
      'Block the domain.',
    ],
  }),
  dns_rebinding: defineDetectorPage({
    types: ['dns_rebinding'],
    techniques: ['T1557'],
    what: "A public name changes from a public address to a private address or to the client's own machine. An address hint in a service binding (HTTPS, SVCB) counts too.",
    why: 'It lets a page in the browser reach devices inside the network.',
    evidence: 'The addresses, the time between them, the TTL, and the server.',
    settings: 'rebinding',
    limits:
      'Private addresses in own zones do not count. A domain that the location has known for a week is a remark, even if an attacker owns it. So is a name that three clients had used with a public address for ten minutes.',
    steps: [
      'Let the resolver drop private addresses of public names (private-address in Unbound, stop-dns-rebind in dnsmasq).',
      'If it is a zone of yours, add it to the own zones of the location.',
    ],
  }),
  beaconing: defineDetectorPage({
    types: ['beaconing'],
    techniques: ['T1071.004'],
    what: 'A few clients visit one domain at even intervals for hours.',
    why: 'Malware asks its server for commands at regular times.',
    evidence: 'Score, median interval, skew, deviation, number of visits, and TTL.',
    settings: 'beacon',
    limits: 'Many good programs do the same. It is more than a remark only for new or made-up domains.',
    steps: [
      'Check since when the domain is known, and who owns it.',
      'Find the program of the client that asks.',
    ],
  }),
  amplification: defineDetectorPage({
    types: ['amplification'],
    techniques: ['T1498.002'],
    what: 'One network asks again and again for one big answer.',
    why: 'The source address is forged, and the answers flood its owner.',
    evidence: 'The number of queries, the ratio of octets, and the network.',
    settings: 'amplification',
    limits: 'Validating resolvers behind one address also ask for many keys.',
    steps: [
      'Switch on response rate limiting, and close the resolver to strangers.',
      'Answer ANY with HINFO (RFC 8482).',
    ],
  }),
  poisoning: defineDetectorPage({
    types: ['poisoning'],
    techniques: ['T1557'],
    what: 'Two answers to one question contradict each other, many unsolicited answers arrive, or an answer gives name servers for a foreign zone.',
    why: 'An attacker answers before the server does.',
    evidence: 'Both answers, or the number of unsolicited answers, and whether packets are lost.',
    settings: 'poisoning',
    limits: 'A sensor that loses packets sees answers without their queries.',
    steps: [
      'Find out which answer is true: ask the server itself, and validate DNSSEC.',
      'Look for the machine that answers: the TTL and the response time show how near it is.',
    ],
  }),
  sigma: defineDetectorPage({
    types: ['sigma'],
    techniques: [],
    what: 'A query matches a Sigma rule of the account.',
    why: 'Analysts publish their findings in this format, and you can add your own.',
    evidence: 'The rule with its id, title, techniques and known false positives, the client, and the name.',
    limits:
      'A rule sees one query at a time. A rule that needs other data (programs, users) is unsupported. The clients of a rule beyond fifty in a day share one threat.',
    steps: [
      'Read the rule: it explains what it looks for, why, and what else it can match.',
      'If the match is harmless, exclude the name or the client, or narrow the rule.',
    ],
  }),
  newly_observed: defineDetectorPage({
    types: [],
    techniques: [],
    what: 'The location has not seen a domain for 90 days.',
    why: 'New domains are worse than old ones on average.',
    evidence: 'In the evidence of other findings: since when the domain has been answered here.',
    settings: 'newlyObserved',
    limits: 'It raises no threat by itself, and counts only after 14 days.',
    steps: [],
  }),
};

/** Pages of what raises threats without being a detector of rows. */
export const watchPages: Readonly<Record<string, DetectorPage>> = {
  unexpected_certificate: defineDetectorPage({
    types: ['unexpected_certificate'],
    techniques: ['T1588.004'],
    what: 'A followed certificate log contains an unusual certificate for a watched name or a name below it.',
    why: 'The owner of the certificate can impersonate you.',
    evidence: 'The certificate, why it is unusual, CAA, and earlier certificates.',
    limits: 'Works only if the collector follows certificate logs.',
    steps: [
      'Ask the operator of the name whether they ordered the certificate.',
      'If not, have it revoked, and find out who controls the name or its DNS.',
    ],
  }),
  ownership_change: defineDetectorPage({
    types: ['ownership_change'],
    techniques: ['T1584.001'],
    what: 'Name servers, DS, mail servers, SPF or DMARC of a watched domain changed.',
    why: 'An attacker who takes over a domain changes these records first.',
    evidence: 'The records before and after, and two servers that agree.',
    limits: 'Works only for domains that are listed with the location.',
    steps: [
      'Ask the person who manages the domain.',
      'If nobody changed it, lock the domain at its registrar at once.',
    ],
  }),
};
