import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const scan = 'Scan the client for malware, and find the program that asks.';
const outage =
  'See if many clients do the same at once: then a resolver, a zone or a list is broken rather than they.';

/** Tells of the detectors of names that fail. */
export const failingNamePages: Readonly<Record<string, DetectorPage>> = {
  dga: defineDetectorPage({
    types: ['dga'],
    techniques: ['T1568.002'],
    what: 'A client asks for domains that an algorithm made up: random letters, short ones, words that a counter combines; denied, unanswered or sinkholed.',
    why: 'Malware looks for its server under hundreds of names, of which nearly none exists.',
    evidence: 'The domains, log odds of each, which features speak against them, who denied them.',
    settings: 'dga',
    limits:
      'Generators whose names all exist, or that ask for fewer than eight a day; words on a machine in use are found later.',
    steps: [scan, 'Look for a domain of the same form that was answered: that is its server.', outage],
  }),
  nxdomain_storm: defineDetectorPage({
    types: ['nxdomain_storm'],
    techniques: ['T1568'],
    what: 'A client asks for far more names that do not exist than it used to.',
    why: 'Worms, scanners and broken programs do so; it also wears out resolvers.',
    evidence: 'Names in the worst minute, the usual number, minutes watched, samples.',
    settings: 'nxdomainStorm',
    limits: 'Names behind search suffixes and below black lists do not count.',
    steps: [outage, 'Find the program by the sample names: a search list, a crawler, an inventory.', scan],
  }),
  random_subdomain_attack: defineDetectorPage({
    types: ['random_subdomain_attack'],
    techniques: ['T1499.002'],
    what: 'A thousand different names below one domain within a minute, half of which fail, over all clients.',
    why: "Names that nobody has pass every cache and wear out the domain's name servers.",
    evidence: 'Names, the share that fails, clients, samples.',
    settings: 'randomSubdomains',
    limits: 'Attacks of fewer names, or through resolvers elsewhere.',
    steps: [
      'Limit queries for the domain at the resolver, or answer NXDOMAIN from its cache (RFC 8198).',
      'Find the clients: open forwarders and infected routers take part without knowing.',
    ],
  }),
  name_leak: defineDetectorPage({
    types: ['name_leak'],
    techniques: ['T1590.002'],
    what: 'A query of the DNS for a name of Tor, I2P, ENS or another system of names.',
    why: 'It tells whoever listens what somebody is about to visit.',
    evidence: 'The system, the server asked, the name.',
    limits: 'A remark, once a day for each client and system.',
    steps: ['Tell the user: the program that asks has to resolve such names by itself.'],
  }),
};
