import { type DetectorPage, defineDetectorPage } from './define-detector-page.ts';

const look =
  'Look at which program of the client asks: its resolver log, Sysmon event 22, or its list of sockets.';
const known = 'If it is a service that you use, exclude the domain, or the domain for this client alone.';
const cut = 'Block the domain in the policy, and isolate the client if nobody can tell what it is.';

/** Tells of the detectors of tunnels. */
export const tunnelPages: Readonly<Record<string, DetectorPage>> = {
  dns_tunnel: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for many new encoded names below one domain within a minute, or for few of great length; or for short ones without a pause.',
    why: 'Names carry data out through every firewall that lets DNS pass.',
    evidence:
      'Names, octets of payload, bits a character, the share of types that carry data, clients alike, samples.',
    settings: 'tunnelFast',
    limits:
      'Data written in words passes for language. What services are asked (identifiers, verdicts, private addresses) is a remark.',
    steps: [look, cut, known],
  }),
  dns_tunnel_answers: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'Different names below one domain have answers that are encoded, all different, and long; few names are enough if they are very long.',
    why: 'A tunnel that carries data in asks with plain names.',
    evidence: 'Names, different answers, their octets, bits a character, samples.',
    settings: 'tunnelAnswers',
    limits: 'From five clients on it is a service, and a remark.',
    steps: [look, cut, known],
  }),
  dns_tunnel_addresses: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'Names below one domain have addresses that no host can have, from all over the address space.',
    why: 'Four octets an answer carry commands in, and look like any A record.',
    evidence: 'Names, different first octets, samples.',
    settings: 'tunnelAddresses',
    limits: 'Data within addresses that hosts may have is not told from them.',
    steps: [look, cut, known],
  }),
  dns_volume: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004', 'T1048.003'],
    what: 'Many new octets pass between one client and one domain, in ten minutes, an hour or a day, whatever the types and labels.',
    why: 'Any form of tunnel has to move data, and data that was there before is not counted.',
    evidence: 'Octets up and down, the window and its limit, the mean length of names, samples.',
    settings: 'volume',
    limits: 'What stays below the limits. Host names alone are a remark.',
    steps: [look, cut, known],
  }),
  dns_tunnel_no_apex: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for long encoded names under no known top-level domain.',
    why: 'Some tools put their payload directly below a word of their own, with their server asked directly.',
    evidence: 'Names, octets, bits a character, samples.',
    settings: 'tunnelNoApex',
    limits: 'Names below .local, .lan and the like are left out.',
    steps: [look, 'Let clients ask your own resolver alone: such names get no further.', cut],
  }),
  dns_tunnel_slow: defineDetectorPage({
    types: ['dns_tunnel_slow'],
    techniques: ['T1048.003'],
    what: 'Hundreds of encoded names below one domain within a day.',
    why: 'Data that leaves slowly is below every threshold of a minute.',
    evidence: 'Names, octets, bits a character, clients, samples.',
    settings: 'tunnelSlow',
    limits: 'Fewer than a hundred names a day; identifiers, and names that are answered by verdicts.',
    steps: [look, cut, known],
  }),
  dns_tunnel_spread: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1048.003'],
    what: 'One client asks for long encoded names below several domains that hardly anybody else asks for; their octets are added up.',
    why: 'Who carries data out in turns below many domains stays under the limits of each.',
    evidence: 'Names, octets, domains, the window and its limit, a sample.',
    settings: 'tunnelSpread',
    limits:
      'Names under 30 octets, fewer than five below each domain, and domains that five clients ask for such names.',
    steps: [look, cut, known],
  }),
  dns_tunnel_types: defineDetectorPage({
    types: ['dns_tunnel'],
    techniques: ['T1071.004'],
    what: 'One client asks for many record types of one domain that nobody has assigned.',
    why: 'The number of a type carries two octets, under one name that never changes and without any answer.',
    evidence: 'Different types, samples of them, a name.',
    settings: 'tunnelTypes',
    limits:
      'Assigned types alone, of which there are some ninety, and fewer than twenty others an hour. Who tries a name server with whatever there is raises it, too.',
    steps: [look, cut, known],
  }),
};
