import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const program =
  'Find the program of the client that asks: its resolver log, Sysmon event 22, or its list of sockets.';
const asked =
  'Ask whoever runs the client: audits, inventories and monitoring do the same on purpose; exclude these.';

/** Tells of the detectors of what intruders do beside carrying data. */
export const intrusionPages: Readonly<Record<string, DetectorPage>> = {
  resolver_bypass: defineDetectorPage({
    types: ['resolver_bypass'],
    techniques: ['T1572'],
    what: 'A client asks a server outside that hardly any other client of the site asks, also on an unusual port; it looks up the name of a public resolver that speaks in cipher; or the resolver permits that clients go round it.',
    why: 'Whoever goes round the resolver goes round its policy and its log. Malware that changes the resolver of a machine (DNSChanger) is seen by it.',
    evidence:
      'The server and its port, whose it is, queries, how many clients of the site ask it and how many there are; or the name that was looked up.',
    settings: 'resolverBypass',
    limits:
      'What is said in cipher itself is not seen. A well-known public resolver, and look-ups, are remarks. A site with fewer than five clients has no usual server, and none is foreign in its first ten minutes, nor after a restart. Servers inside are not looked at.',
    steps: [
      'See whose the server is; one that nobody knows is worse than a public one.',
      'Let the firewall pass ports 53 and 853 from your resolvers alone, and deny names of public resolvers in the policy.',
      'Answer use-application-dns.net with NXDOMAIN, so that browsers keep to your resolver.',
    ],
  }),
  name_poisoning: defineDetectorPage({
    types: ['name_poisoning'],
    techniques: ['T1557.001'],
    what: 'One machine answers for many different names with one address by LLMNR, NetBIOS or mDNS, or for wpad or isatap.',
    why: 'Tools answer for whatever is asked, so that machines send them their credentials.',
    evidence: 'The machine, its address, the protocol, names, machines that asked.',
    settings: 'namePoisoning',
    limits:
      'A sensor has to see the network of the clients: answers go from machine to machine, and a tap at the uplink sees none. The agent listens on ports 5353, 5355 and 137 unless its ports are set; resolver modules see nothing of it. A poisoner that answers for fewer than five names in ten minutes is found by wpad alone.',
    steps: [
      'Find the machine by its address and its port at the switch, and isolate it.',
      'Change the passwords of users of the machines that asked, and look for sign-ins with them.',
      'Switch LLMNR and NetBIOS off by policy; both are there for networks without DNS.',
    ],
  }),
  callback_service: defineDetectorPage({
    types: ['callback_service'],
    techniques: ['T1190'],
    what: 'A look-up below a service that catches look-ups, with a ticket in the form of such a service below any domain, or with an expression that a vulnerable program evaluates.',
    why: 'Whoever tries servers for faults makes them look up such a name: that it was looked up shows that the fault is there.',
    evidence:
      'The service and the list that has it, or the ticket and when it was given out, or the expression.',
    settings: 'callbackService',
    limits:
      'Catchers of other forms that nobody listed, and tickets older than 90 days. Who tries one own servers does the same.',
    steps: [
      'See what the client is: a server that asks was made to; its log of the same second tells by which request.',
      'Mend the fault, and look for what came after the look-up.',
      asked,
    ],
  }),
  reconnaissance: defineDetectorPage({
    types: ['reconnaissance'],
    techniques: ['T1018', 'T1046', 'T1590.002'],
    what: 'A client asks for the names of the addresses of a network in their order, for whole zones, for versions of many name servers, for all services of a domain, for the aliases of many names, or for hundreds of names out of a list.',
    why: 'Intruders learn by DNS which machines there are before they go to any.',
    evidence: 'The way, the network or zone, how many, the share in order, whether a zone was given.',
    settings: 'reconnaissance',
    limits:
      'Sweeps in no order that ask for less than 200 of 256 addresses, and slower ones. Names that exist are not counted, but for those asked for as aliases. A secondary server is known by asking for the serial number first.',
    steps: [
      asked,
      'Permit transfers by key (TSIG) alone.',
      'If nobody knows of it, look at what the client connects to next.',
    ],
  }),
  staged_code: defineDetectorPage({
    types: ['staged_code'],
    techniques: ['T1105'],
    what: 'Records of text hold a program, a script or a command, or encoded pieces under names that count.',
    why: 'A line of a shell fetches its next stage by DNS where the web is filtered.',
    evidence: 'What was found and its first characters, octets, pieces, names.',
    settings: 'stagedCode',
    limits:
      'Code that is enciphered, or in pieces under names that do not count, until its volume shows. Records are looked at up to 4,096 octets.',
    steps: [
      'Isolate the client: what asks for code runs it.',
      'Keep the record: the queries of the threat have it whole.',
      'Block the domain, and look for other clients that asked.',
    ],
  }),
  brand_lookalike: defineDetectorPage({
    types: ['homograph', 'typosquat'],
    techniques: ['T1583.001'],
    what: 'A name that exists and looks like a well-known brand: letters that look alike, letters of several scripts in one label, or a brand beside a word of bait.',
    why: 'Phishing begins with a name that people take for another.',
    evidence: 'The way of imitation, the brand, the name as a browser shows it.',
    settings: 'brandLookalike',
    limits: 'Slips of the hand are looked for beside watched names alone; brands are a list of some 130.',
    steps: [
      'See whose it is: registration, certificates, the page itself in a scan.',
      'Block it, and ask those who visited it whether they signed in.',
    ],
  }),
  dangling_name: defineDetectorPage({
    types: ['dangling_name'],
    techniques: ['T1584.001'],
    what: 'A name of a watched domain is an alias of one that does not exist.',
    why: 'Whoever takes the target has your name, and certificates for it.',
    evidence: 'The target, who denies it, at which provider it can be had.',
    limits:
      'Domains are to be watched (lookalike.watched). Targets that answer though nobody has them are found by scans alone.',
    steps: [
      'Remove the alias, or take the target again.',
      'See in the certificate logs whether somebody had a certificate for the name.',
    ],
  }),
  mining_pool: defineDetectorPage({
    types: ['mining_pool'],
    techniques: ['T1496'],
    what: 'A look-up of a server of a pool that shares out mining.',
    why: 'A miner that nobody put there shows that somebody else could run programs.',
    evidence: 'The pool and the list that has it.',
    limits: 'Pools that nobody listed, and addresses without names. Pages of pools for people are a remark.',
    steps: [program, 'If it is not wanted, find how it came there.'],
  }),
  anonymity_network: defineDetectorPage({
    types: ['anonymity_network'],
    techniques: ['T1090.003'],
    what: 'A look-up of what programs of Tor, I2P and their like need to get in, or of a gateway to an onion service.',
    why: 'What goes through is hidden from everybody; a gateway with an address is what malware for ransom has its victims visit.',
    evidence: 'The network, the name, the list that has it.',
    limits:
      'Programs that have their way in by address. A remark, but for addresses of onion services before a gateway.',
    steps: [program, 'See if the rules of your site permit it.'],
  }),
  nxdomain_hijack: defineDetectorPage({
    types: ['nxdomain_hijack'],
    techniques: ['T1557'],
    what: 'Different names that cannot exist, below no top-level domain, are answered with one public address; or drawn domains of several registries are, by a server that denies nothing.',
    why: "A provider's resolver answers with a page of advertisements in place of an error, or somebody redirects what fails; programs then talk to strangers.",
    evidence: 'The address, the server that answers, names and their endings.',
    settings: 'nxdomainHijack',
    limits:
      'Addresses inside, and redirection of names that people could have chosen. A server that denied three domains within a day is not suspected for drawn ones. Where nothing is denied, domains of a generator that somebody took over look the same: from 16 of one client on, dga is told as well.',
    steps: [
      'Ask the server for a name that you made up.',
      'If one client alone asked for all names, look at it as well: its generator may be answered by a sinkhole.',
      'Use another resolver, or have the provider switch it off.',
    ],
  }),
};
