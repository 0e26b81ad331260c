import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

/** Tells of the detectors of listed and imitating names, and of what answers tell. */
export const namePages: Readonly<Record<string, DetectorPage>> = {
  indicator: defineDetectorPage({
    types: ['indicator'],
    techniques: ['T1071', 'T1566.002'],
    what: 'A query for a listed name or below it, an answer that leads to a listed name or address, or a listed server that is asked.',
    why: 'Others have seen it do harm.',
    evidence: "The feed's row, the hash and time of its document, what in the answer met it.",
    limits: 'A list knows what somebody reported; addresses are shared by good and bad.',
    steps: [
      'See what the feed says of it and when; read the receipt.',
      'See in the queries what the client asked before and after, and whether it was answered.',
      'Block the name in the policy; if the client was answered, look at the client.',
    ],
  }),
  lookalike: defineDetectorPage({
    types: ['homograph', 'typosquat', 'lookalike_certificate'],
    techniques: ['T1583.001'],
    what: 'A name that exists and looks like a watched one, in traffic or in a certificate.',
    why: 'Phishing begins with a name that people take for another.',
    evidence: 'The way of imitation, the watched name, networks of either.',
    settings: 'lookalike',
    limits: 'Names are to be watched first; labels shorter than five letters are not compared.',
    steps: [
      'See whose it is: registration, certificates, the page itself in a scan.',
      'If it is not yours, block it, warn those who asked, and have it taken down.',
    ],
  }),
  fast_flux: defineDetectorPage({
    types: ['fast_flux'],
    techniques: ['T1568.001'],
    what: 'Addresses of a name change within minutes over many networks.',
    why: 'Infected machines stand in front of a server that is not to be found.',
    evidence: 'Addresses, networks, rounds, the least time to live.',
    settings: 'fastFlux',
    limits:
      'Without a dataset of networks, prefixes stand in. Pools of servers and peers look alike; one that was asked for a week before is a remark, whoever owns it.',
    steps: [
      'See whose networks the addresses are in: homes and offices of many providers speak against it.',
      'Block the domain.',
    ],
  }),
  dns_rebinding: defineDetectorPage({
    types: ['dns_rebinding'],
    techniques: ['T1557'],
    what: 'A public name has a private address, or that of the own machine, soon after a public one; or its service binding (HTTPS, SVCB) hints at one.',
    why: 'A page in the browser reaches devices inside by that.',
    evidence: 'The addresses, the time between them, the time to live, the server.',
    settings: 'rebinding',
    limits:
      'Within own zones private addresses say nothing. A domain that has been answered at the location for a week is a remark, whoever owns it, and so is a name that three clients had used from without for ten minutes.',
    steps: [
      'Have the resolver drop private addresses of public names (private-address of Unbound, stop-dns-rebind of dnsmasq).',
      'If it is a zone of yours, add it to the own zones of the location.',
    ],
  }),
  beaconing: defineDetectorPage({
    types: ['beaconing'],
    techniques: ['T1071.004'],
    what: 'Visits to one domain at even intervals over hours, by few clients.',
    why: 'Malware asks its server for orders by the clock.',
    evidence: 'Score, median interval, skew, deviation, visits, time to live.',
    settings: 'beacon',
    limits: 'Much that is good asks by the clock: it is more than a remark only for new or made-up domains.',
    steps: ['See since when the domain is known, and whose it is.', 'Find the program that asks.'],
  }),
  amplification: defineDetectorPage({
    types: ['amplification'],
    techniques: ['T1498.002'],
    what: 'One network asks again and again for one big answer.',
    why: 'The address is forged: the answers bury whoever has it.',
    evidence: 'Queries, the ratio of octets, the network.',
    settings: 'amplification',
    limits: 'Validating resolvers behind one address ask for keys a lot.',
    steps: [
      'Switch on response rate limiting, and close the resolver to strangers.',
      'Answer ANY with HINFO (RFC 8482).',
    ],
  }),
  poisoning: defineDetectorPage({
    types: ['poisoning'],
    techniques: ['T1557'],
    what: 'Two answers to one question that say different things, floods of unasked answers, servers given for a foreign zone.',
    why: 'Somebody answers before the server does.',
    evidence: 'Both answers, or the number of unasked ones, and whether packets are lost.',
    settings: 'poisoning',
    limits: 'A sensor that loses packets sees answers without questions.',
    steps: [
      'See whether the second answer is the true one: ask the server itself, validate DNSSEC.',
      'Look for who answers: time to live and time tell how near it is.',
    ],
  }),
  sigma: defineDetectorPage({
    types: ['sigma'],
    techniques: [],
    what: 'A query that a Sigma rule of the account matches.',
    why: 'Others write down what they found in this form; so can you.',
    evidence: 'The rule with its id, title, techniques and known false positives, the client, the name.',
    limits:
      'Rules see one query at a time. What no row has (programs, users) makes a rule unsupported. Clients of a rule beyond fifty a day share one threat.',
    steps: [
      'Read the rule: it says what was looked for, why, and what else looks like it.',
      'If the match is harmless, exclude the name or the client, or narrow the rule.',
    ],
  }),
  newly_observed: defineDetectorPage({
    types: [],
    techniques: [],
    what: 'A domain that a location has not seen for 90 days.',
    why: 'New domains are worse than old ones on average.',
    evidence: 'In the evidence of other findings: since when the domain is answered here.',
    settings: 'newlyObserved',
    limits: 'Raises nothing by itself, and counts only after 14 days.',
    steps: [],
  }),
};

/** Pages of what raises threats without being a detector of rows. */
export const watchPages: Readonly<Record<string, DetectorPage>> = {
  unexpected_certificate: defineDetectorPage({
    types: ['unexpected_certificate'],
    techniques: ['T1588.004'],
    what: 'An unusual certificate in a followed log for a watched name or below it.',
    why: 'Whoever has it can pass for you.',
    evidence: 'The certificate, what is unusual about it, CAA, earlier certificates.',
    limits: 'Logs are to be followed.',
    steps: [
      'Ask whoever runs the name whether they ordered it.',
      'If not, have it revoked, and look for who controls the name or its DNS.',
    ],
  }),
  ownership_change: defineDetectorPage({
    types: ['ownership_change'],
    techniques: ['T1584.001'],
    what: 'Name servers, DS, mail servers, SPF or DMARC of a watched domain changed.',
    why: 'Whoever takes a domain changes these first.',
    evidence: 'The records before and after, and two servers that agree.',
    limits: 'Domains are to be listed with the location.',
    steps: [
      'Ask whoever manages the domain.',
      'If nobody changed it, lock the domain at its registrar at once.',
    ],
  }),
};
