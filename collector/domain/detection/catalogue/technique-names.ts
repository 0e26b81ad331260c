/**
 * Names of the techniques of MITRE ATT&CK (Enterprise) that threats are told by, and of those that they are part of. A part's own name stands
 * here, without that of the whole.
 */
export const techniqueNames: Readonly<Record<string, string>> = {
  T1018: 'Remote System Discovery',
  T1046: 'Network Service Discovery',
  T1048: 'Exfiltration Over Alternative Protocol',
  'T1048.003': 'Exfiltration Over Unencrypted Non-C2 Protocol',
  T1071: 'Application Layer Protocol',
  'T1071.004': 'DNS',
  T1090: 'Proxy',
  'T1090.003': 'Multi-hop Proxy',
  T1105: 'Ingress Tool Transfer',
  T1190: 'Exploit Public-Facing Application',
  T1496: 'Resource Hijacking',
  T1498: 'Network Denial of Service',
  'T1498.002': 'Reflection Amplification',
  T1499: 'Endpoint Denial of Service',
  'T1499.002': 'Service Exhaustion Flood',
  T1557: 'Adversary-in-the-Middle',
  'T1557.001': 'LLMNR/NBT-NS Poisoning and SMB Relay',
  T1566: 'Phishing',
  'T1566.002': 'Spearphishing Link',
  T1568: 'Dynamic Resolution',
  'T1568.001': 'Fast Flux DNS',
  'T1568.002': 'Domain Generation Algorithms',
  T1572: 'Protocol Tunneling',
  T1583: 'Acquire Infrastructure',
  'T1583.001': 'Domains',
  T1584: 'Compromise Infrastructure',
  'T1584.001': 'Domains',
  T1588: 'Obtain Capabilities',
  'T1588.004': 'Digital Certificates',
  T1590: 'Gather Victim Network Information',
  'T1590.002': 'DNS',
};

/** A technique is told by its identifier and, if it is one of these, its name. */
export interface Technique {
  readonly uid: string;
  readonly name: string | undefined;
}

/** Takes an identifier apart into the technique and, if it has one, the part of it. */
export function techniqueOf(id: string): { readonly whole: Technique; readonly part: Technique | undefined } {
  const whole = id.replace(/\..*/, '');
  return { whole: named(whole), part: whole === id ? undefined : named(id) };
}

function named(uid: string): Technique {
  return { uid, name: Object.hasOwn(techniqueNames, uid) ? techniqueNames[uid] : undefined };
}
