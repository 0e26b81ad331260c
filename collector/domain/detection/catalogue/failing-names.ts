import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const scan = 'Scan the client for malware, and find the program that asks.';
const outage =
  'Check whether many clients do the same at once. If so, a resolver, a zone or a block list is broken, not the clients.';

/** Tells of the detectors of names that fail. */
export const failingNamePages: Readonly<Record<string, DetectorPage>> = {
  dga: defineDetectorPage({
    types: ['dga'],
    techniques: ['T1568.002'],
    what: 'A client asks for domains that an algorithm generated: random letters, short labels, or words combined by a counter. The domains are denied, unanswered or sinkholed.',
    why: 'Malware looks for its server under hundreds of names, of which hardly any exists.',
    evidence:
      'The domains, the log odds of each, the features that indicate generation, and whether the zone above denied them.',
    settings: 'dga',
    limits:
      'Generators are not found if all their names exist, or if they ask for fewer than eight names a day. Combined words on a machine in use are found later.',
    steps: [
      scan,
      'Look for a domain of the same form that was answered: it belongs to the server of the malware.',
      outage,
    ],
  }),
  nxdomain_storm: defineDetectorPage({
    types: ['nxdomain_storm'],
    techniques: ['T1568'],
    what: 'A client asks for far more names that do not exist than before.',
    why: 'Worms, scanners and broken programs do this. It also puts load on resolvers.',
    evidence:
      'The number of names in the worst minute, the usual number, the minutes of observation, and samples.',
    settings: 'nxdomainStorm',
    limits: 'Names with a search suffix and names below DNS block lists do not count.',
    steps: [
      outage,
      'Use the sample names to find the program: a search list, a crawler, an inventory tool.',
      scan,
    ],
  }),
  random_subdomain_attack: defineDetectorPage({
    types: ['random_subdomain_attack'],
    techniques: ['T1499.002'],
    what: 'All clients together ask for a thousand different names below one domain within a minute, and half of the names fail.',
    why: "Names that do not exist pass every cache and overload the domain's name servers.",
    evidence: 'The number of names, the share that fails, clients, and samples.',
    settings: 'randomSubdomains',
    limits: 'Attacks with fewer names, or through other resolvers, are not found.',
    steps: [
      'Limit queries for the domain at the resolver, or let it answer NXDOMAIN from its cache (RFC 8198).',
      'Find the clients: open forwarders and infected routers take part without the knowledge of their owners.',
    ],
  }),
  name_leak: defineDetectorPage({
    types: ['name_leak'],
    techniques: ['T1590.002'],
    what: 'A client asks the DNS for a name of Tor, I2P, ENS or another naming system.',
    why: 'Everybody on the path can see what the user is about to visit.',
    evidence: 'The naming system, the server that was asked, and the name.',
    limits: 'This is always a remark, once a day for each client and naming system.',
    steps: ['Tell the user: the program must resolve such names itself.'],
  }),
};
