const names: Readonly<Record<string, string>> = {
  dns_tunnel: 'DNS tunnel',
  dns_tunnel_answers: 'DNS tunnel in answers',
  dns_tunnel_addresses: 'DNS tunnel in addresses',
  dns_tunnel_no_apex: 'DNS tunnel without a known domain',
  dns_volume: 'Data volume over DNS',
  dns_tunnel_slow: 'Slow DNS tunnel',
  dns_tunnel_spread: 'DNS tunnel below many domains',
  dns_tunnel_types: 'DNS tunnel in types',
  dga: 'Generated domains',
  nxdomain_storm: 'Storm of missing names',
  random_subdomain_attack: 'Random subdomains',
  fast_flux: 'Fast flux',
  dns_rebinding: 'DNS rebinding',
  lookalike: 'Lookalike domain',
  beaconing: 'Beaconing',
  amplification: 'Amplification',
  poisoning: 'Cache poisoning',
  name_leak: 'Leaked name',
  resolver_bypass: 'Resolver bypass',
  name_poisoning: 'Local name poisoning',
  callback_service: 'Callback service',
  reconnaissance: 'Reconnaissance',
  staged_code: 'Staged code',
  brand_lookalike: 'Brand lookalike',
  dangling_name: 'Dangling name',
  mining_pool: 'Mining pool',
  anonymity_network: 'Anonymity network',
  nxdomain_hijack: 'Hijacked errors',
  sigma: 'Sigma rule',
  newly_observed: 'Newly observed',
  malware: 'Malware',
  phishing: 'Phishing',
  botnet_c2: 'Botnet control',
  botnet_cc: 'Botnet control',
  c2: 'Command and control',
  tor_exit: 'Tor exit',
};

/** Returns a kind of threat in words; an unknown kind keeps its own name. */
export function threatType(type: string): string {
  const known = Object.hasOwn(names, type) ? names[type] : undefined;
  const words = type.replaceAll('_', ' ');
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const groups: Readonly<Record<string, string>> = {
  tunnelFast: 'dns_tunnel',
  tunnelAnswers: 'dns_tunnel_answers',
  tunnelAddresses: 'dns_tunnel_addresses',
  tunnelNoApex: 'dns_tunnel_no_apex',
  tunnelSlow: 'dns_tunnel_slow',
  tunnelSpread: 'dns_tunnel_spread',
  tunnelTypes: 'dns_tunnel_types',
  volume: 'dns_volume',
  nxdomainStorm: 'nxdomain_storm',
  randomSubdomains: 'random_subdomain_attack',
  rebinding: 'dns_rebinding',
  beacon: 'beaconing',
  fastFlux: 'fast_flux',
  newlyObserved: 'newly_observed',
  resolverBypass: 'resolver_bypass',
  namePoisoning: 'name_poisoning',
  callbackService: 'callback_service',
  stagedCode: 'staged_code',
  brandLookalike: 'brand_lookalike',
  nxdomainHijack: 'nxdomain_hijack',
};

/** Names a group of thresholds by its threat type. */
export function thresholdGroup(group: string): string {
  return threatType((Object.hasOwn(groups, group) ? groups[group] : undefined) ?? group);
}
