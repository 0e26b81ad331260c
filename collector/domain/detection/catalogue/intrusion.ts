import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const program =
  'Find the program of the client that asks: use its resolver log, Sysmon event 22, or its list of sockets.';
const asked =
  'Ask the operator of the client. Audits, inventories and monitoring do the same on purpose; exclude these.';

/** Tells of the detectors of what intruders do beside carrying data. */
export const intrusionPages: Readonly<Record<string, DetectorPage>> = {
  resolver_bypass: defineDetectorPage({
    types: ['resolver_bypass'],
    techniques: ['T1572'],
    what: 'A client asks an outside server that hardly any other client of the site asks, also on an unusual port. Or it looks up the name of a public resolver with encrypted DNS. Or the resolver permits clients to bypass it.',
    why: 'A client that bypasses the resolver also bypasses its policy and its log. This also reveals malware that changes the resolver of a machine (DNSChanger).',
    evidence:
      'The server, its port and its operator, the number of queries, how many clients of the site ask the server, and how many clients the site has. Or the name that was looked up.',
    settings: 'resolverBypass',
    limits:
      'Encrypted queries are not visible. A well-known public resolver and look-ups of names are remarks. A site with fewer than five clients has no usual servers. No server counts as an outside server in the first ten minutes of a site and after a restart. Servers inside are ignored.',
    steps: [
      'Find out who operates the server. An unknown server is worse than a public one.',
      'Let the firewall pass ports 53 and 853 only from your resolvers, and deny the names of public resolvers in the policy.',
      'Answer use-application-dns.net with NXDOMAIN, so that browsers use your resolver.',
    ],
  }),
  name_poisoning: defineDetectorPage({
    types: ['name_poisoning'],
    techniques: ['T1557.001'],
    what: 'One machine answers for many different names with one address by LLMNR, NetBIOS or mDNS, or it answers for wpad or isatap.',
    why: 'Attack tools answer every such question, so that machines send them their credentials.',
    evidence: 'The machine, its address, the protocol, the names, and the machines that asked.',
    settings: 'namePoisoning',
    limits:
      'A sensor must see the network of the clients: the answers go from machine to machine, and a tap at the uplink sees none of them. The agent listens on ports 5353, 5355 and 137 unless its ports are set; resolver modules see none of this traffic. A poisoner that answers for fewer than five names in ten minutes is found only if it answers for wpad or isatap.',
    steps: [
      'Find the machine by its address and its switch port, and isolate it.',
      'Change the passwords of the users of the machines that asked, and look for sign-ins with them.',
      'Switch LLMNR and NetBIOS off by policy; both are made for networks without DNS.',
    ],
  }),
  callback_service: defineDetectorPage({
    types: ['callback_service'],
    techniques: ['T1190'],
    what: 'A client looks up a name below a service that records look-ups, a name with a token in the form of such a service below any domain, or a name with an expression that a vulnerable program evaluates.',
    why: 'Attackers who test servers for vulnerabilities make them look up such a name. The look-up proves the vulnerability.',
    evidence:
      'The service and the list that names it, or the token and the time when it was issued, or the expression.',
    settings: 'callbackService',
    limits:
      'Unlisted services of other forms and tokens older than 90 days are not found. Tests of your own servers look the same.',
    steps: [
      'Find out what the client is. If it is a server, a request made it ask; its log of the same second shows which one.',
      'Fix the vulnerability, and look for activity after the look-up.',
      asked,
    ],
  }),
  reconnaissance: defineDetectorPage({
    types: ['reconnaissance'],
    techniques: ['T1018', 'T1046', 'T1590.002'],
    what: 'A client asks for the names of the addresses of a network in their order, for whole zones, for versions of many name servers, for all services of a domain, for the aliases of many names, or for hundreds of names from a list.',
    why: 'Intruders use DNS to learn which machines exist before they connect to any.',
    evidence:
      'The method, the network or zone, the number of queries, the share in order, and whether a zone was transferred.',
    settings: 'reconnaissance',
    limits:
      'Sweeps in no order that ask for fewer than 200 of 256 addresses are not found, nor are slower ones. Names that exist count only if the client asks for them as aliases. A secondary server is recognized because it asks for the serial number first.',
    steps: [
      asked,
      'Permit zone transfers only with a key (TSIG).',
      'If nobody knows about it, check what the client connects to next.',
    ],
  }),
  staged_code: defineDetectorPage({
    types: ['staged_code'],
    techniques: ['T1105'],
    what: 'Text records contain a program, a script or a command, or encoded pieces under numbered names.',
    why: 'A single shell line can fetch its next stage by DNS if the web is filtered.',
    evidence: 'What was found and its first characters, octets, pieces, and names.',
    settings: 'stagedCode',
    limits:
      'Encrypted code, and pieces under names without numbers, are found only by their volume. The detector examines the first 4,096 octets of a record.',
    steps: [
      'Isolate the client: a client that fetches code also runs it.',
      'Keep the record: the queries of the threat contain it in full.',
      'Block the domain, and look for other clients that asked.',
    ],
  }),
  brand_lookalike: defineDetectorPage({
    types: ['homograph', 'typosquat'],
    techniques: ['T1583.001'],
    what: 'A name exists and looks like a well-known brand: it uses letters that look alike, mixes several scripts in one label, or has a brand beside a bait word.',
    why: 'Phishing begins with a name that people mistake for another.',
    evidence: 'The kind of imitation, the brand, and the name as a browser shows it.',
    settings: 'brandLookalike',
    limits:
      'Typing errors are looked for only beside watched names. The list of brands has some 130 entries.',
    steps: [
      'Find out who owns the name: check its registration and its certificates, and scan the page.',
      'Block it, and ask the people who visited it whether they signed in.',
    ],
  }),
  dangling_name: defineDetectorPage({
    types: ['dangling_name'],
    techniques: ['T1584.001'],
    what: 'A name of a watched domain is an alias of a name that does not exist.',
    why: 'An attacker who takes the target controls your name and can get certificates for it.',
    evidence: 'The target, the zone that denies it, and the provider from which anybody can get it.',
    limits:
      'Works only for watched domains (lookalike.watched). Only scans find targets that answer although nobody owns them.',
    steps: [
      'Remove the alias, or take the target again.',
      'Check in the certificate logs whether somebody got a certificate for the name.',
    ],
  }),
  mining_pool: defineDetectorPage({
    types: ['mining_pool'],
    techniques: ['T1496'],
    what: 'A client looks up a server of a mining pool.',
    why: 'An unwanted miner shows that an intruder could run programs.',
    evidence: 'The pool and the list that names it.',
    limits:
      'Unlisted pools, and addresses without names, are not found. Web pages of pools for people are a remark.',
    steps: [program, 'If it is not wanted, find out how it got there.'],
  }),
  anonymity_network: defineDetectorPage({
    types: ['anonymity_network'],
    techniques: ['T1090.003'],
    what: 'A client looks up a name that Tor, I2P and similar programs need for entry, or a gateway to an onion service.',
    why: 'Nobody can see the traffic inside. Ransomware makes its victims visit a gateway with an onion address.',
    evidence: 'The network, the name, and the list that names it.',
    limits:
      'Programs that enter by address are not found. It is a remark, except for onion addresses before a gateway.',
    steps: [program, 'Check whether the rules of your site permit it.'],
  }),
  nxdomain_hijack: defineDetectorPage({
    types: ['nxdomain_hijack'],
    techniques: ['T1557'],
    what: 'Different names that cannot exist, below no top-level domain, have one public address. Or made-up domains of several registries do, at a server that denies nothing.',
    why: "A provider's resolver answers with a page of advertisements instead of an error, or somebody redirects failing names. Programs then talk to strangers.",
    evidence: 'The address, the server that answers, the names and their endings.',
    settings: 'nxdomainHijack',
    limits:
      'Private addresses, and redirection of names that people could have chosen, are not found. Made-up domains do not count at a server that denied three domains within a day. If a server denies nothing, domains of a generator that somebody took over look the same: from 16 domains of one client on, the dga detector also reports it.',
    steps: [
      'Ask the server for a name that you invent.',
      'If one client alone asked for all names, examine it as well: a sinkhole may answer its generator.',
      'Use another resolver, or ask the provider to switch the redirection off.',
    ],
  }),
};
