import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const look =
  'Find the program of the client that asks: use its resolver log, Sysmon event 22, or its list of sockets.';
const known =
  'If it is a service that you use, exclude the domain, or exclude the domain for this client only.';
const cut = 'Block the domain in the policy. If nobody can identify the program, isolate the client.';

/** Tells of the detectors of tunnels. */
export const tunnelPages: Readonly<Record<string, DetectorPage>> = {
  dns_tunnel: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for many new encoded names below one domain within a minute, for a few very long ones, or for short ones without a pause.',
    why: 'Names can carry data out through every firewall that permits DNS.',
    evidence:
      'The number of names, octets of payload, bits a character, the share of record types that carry data, the number of clients with the same pattern, and samples.',
    settings: 'tunnelFast',
    limits:
      'Data that is written in words looks like language. Look-ups of services (identifiers, verdicts, private addresses) are remarks.',
    steps: [look, cut, known],
  }),
  dns_tunnel_answers: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'Different names below one domain have answers that are encoded, all different, and long. If the answers are very long, a few names are enough.',
    why: 'A tunnel that carries data in can use plain names.',
    evidence:
      'The number of names, the number of different answers, their octets, bits a character, and samples.',
    settings: 'tunnelAnswers',
    limits: 'If five or more clients do the same, the detector takes the domain for a service: a remark.',
    steps: [look, cut, known],
  }),
  dns_tunnel_addresses: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'Names below one domain have addresses that no host can have, from all parts of the address space.',
    why: 'Four octets in each answer can carry commands, and look like any A record.',
    evidence: 'The number of names, the number of different first octets, and samples.',
    settings: 'tunnelAddresses',
    limits: 'Data in addresses that a host can have looks like ordinary addresses.',
    steps: [look, cut, known],
  }),
  dns_volume: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004', 'T1048.003'],
    what: 'Many new octets pass between one client and one domain in ten minutes, an hour or a day, with any record types and labels.',
    why: 'Every form of tunnel has to move data. Data that was seen before does not count.',
    evidence: 'Octets up and down, the window and its limit, the mean length of names, and samples.',
    settings: 'volume',
    limits: 'Volumes below the limits are not found. Host names without other data are a remark.',
    steps: [look, cut, known],
  }),
  dns_tunnel_no_apex: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for long encoded names under no known top-level domain.',
    why: 'Some tools put their payload directly below a word of their own, and ask their server directly.',
    evidence: 'The number of names, octets, bits a character, and samples.',
    settings: 'tunnelNoApex',
    limits: 'Names below .local, .lan and similar suffixes are ignored.',
    steps: [look, 'Let clients ask only your own resolver: such names then get no further.', cut],
  }),
  dns_tunnel_slow: defineDetectorPage({
    types: ['dns_tunnel_slow'],
    techniques: ['T1048.003'],
    what: 'Hundreds of encoded names below one domain within a day.',
    why: 'Data that leaves slowly stays below all thresholds for a minute.',
    evidence: 'The number of names, octets, bits a character, clients, and samples.',
    settings: 'tunnelSlow',
    limits:
      'Fewer than a hundred names a day are not found, nor are identifiers and names that are answered by verdicts.',
    steps: [look, cut, known],
  }),
  dns_tunnel_spread: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1048.003'],
    what: 'One client asks for long encoded names below several domains that hardly any other client asks for. The detector adds up their octets.',
    why: 'A tunnel that alternates between many domains stays below the limits for each domain.',
    evidence: 'The number of names, octets, the number of domains, the window and its limit, and a sample.',
    settings: 'tunnelSpread',
    limits:
      'Names under 30 octets, domains with fewer than five such names, and domains that five clients ask for such names do not count.',
    steps: [look, cut, known],
  }),
  dns_tunnel_types: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for many unassigned record types of one domain.',
    why: 'The number of a record type carries two octets, under a name that never changes and without any answer.',
    evidence: 'The number of different types, samples of them, and a name.',
    settings: 'tunnelTypes',
    limits:
      'Tunnels that use only the ninety or so assigned types, or fewer than twenty others in an hour, are not found. A tool that tests a name server with all types also raises this threat.',
    steps: [look, cut, known],
  }),
};
