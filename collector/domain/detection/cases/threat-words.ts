/** Kinds of threats as they stand in a sentence, with their articles; the others are named by the words of their type. */
const nouns: Readonly<Record<string, string>> = {
  dns_tunnel: 'a DNS tunnel',
  dns_tunnel_answers: 'a DNS tunnel in answers',
  dns_tunnel_addresses: 'a DNS tunnel in addresses',
  dns_tunnel_no_apex: 'a DNS tunnel without a known domain',
  dns_tunnel_slow: 'a slow DNS tunnel',
  dns_volume: 'much data over DNS',
  dga: 'generated domains',
  nxdomain_storm: 'a storm of missing names',
  random_subdomain_attack: 'an attack by random subdomains',
  fast_flux: 'fast flux',
  dns_rebinding: 'DNS rebinding',
  lookalike: 'a look-alike domain',
  brand_lookalike: "a look-alike of a brand's domain",
  amplification: 'amplification',
  poisoning: 'cache poisoning',
  name_leak: 'a leaked name',
  resolver_bypass: 'a bypass of the resolver',
  name_poisoning: 'poisoning of local names',
  callback_service: 'a callback service',
  staged_code: 'staged code',
  dangling_name: 'a dangling name',
  mining_pool: 'a mining pool',
  anonymity_network: 'an anonymity network',
  nxdomain_hijack: 'hijacked errors',
  sigma: 'a match of a Sigma rule',
  canary: 'a canary',
  malicious_domain: 'a malicious domain',
  botnet_c2: 'the control of a botnet',
  botnet_cc: 'the control of a botnet',
  c2: 'command and control',
  attacker: 'an attacker',
  scanner: 'a scanner',
  tor_exit: 'a Tor exit',
  hijacked_network: 'a hijacked network',
  exploited_vulnerability: 'an exploited vulnerability',
};

/** Says a kind of threat as it stands in a sentence: `dns_tunnel` is `a DNS tunnel`. */
export function threatNoun(type: string): string {
  const known = Object.hasOwn(nouns, type) ? nouns[type] : undefined;
  return known ?? type.replaceAll('_', ' ');
}

/** Says a kind of threat as it stands in a list: `dns_tunnel` is `DNS tunnel`. */
export function threatWords(type: string): string {
  return threatNoun(type).replace(/^(?:an?|the) /, '');
}
