/** Names of the techniques of MITRE ATT&CK (Enterprise) that threats are told by; those below a technique have its name before their own. */
const names: Readonly<Record<string, string>> = {
  T1018: 'Remote System Discovery',
  T1046: 'Network Service Discovery',
  'T1048.003': 'Exfiltration Over Alternative Protocol: Exfiltration Over Unencrypted Non-C2 Protocol',
  T1071: 'Application Layer Protocol',
  'T1071.004': 'Application Layer Protocol: DNS',
  'T1090.003': 'Proxy: Multi-hop Proxy',
  T1105: 'Ingress Tool Transfer',
  T1190: 'Exploit Public-Facing Application',
  T1496: 'Resource Hijacking',
  'T1498.002': 'Network Denial of Service: Reflection Amplification',
  'T1499.002': 'Endpoint Denial of Service: Service Exhaustion Flood',
  T1557: 'Adversary-in-the-Middle',
  'T1557.001': 'Adversary-in-the-Middle: LLMNR/NBT-NS Poisoning and SMB Relay',
  T1566: 'Phishing',
  'T1566.002': 'Phishing: Spearphishing Link',
  T1568: 'Dynamic Resolution',
  'T1568.001': 'Dynamic Resolution: Fast Flux DNS',
  'T1568.002': 'Dynamic Resolution: Domain Generation Algorithms',
  T1572: 'Protocol Tunneling',
  'T1583.001': 'Acquire Infrastructure: Domains',
  'T1584.001': 'Compromise Infrastructure: Domains',
  'T1588.004': 'Obtain Capabilities: Digital Certificates',
  'T1590.002': 'Gather Victim Network Information: DNS',
};

/** Names a technique by its identifier; undefined if it is none of those. */
export function techniqueName(id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}
