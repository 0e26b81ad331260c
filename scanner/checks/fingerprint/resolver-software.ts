/** A name server's software by what it says for `version.bind` and its kin (RFC 4892 section 2). */
interface SoftwarePattern {
  readonly name: string;
  /** The first group is the version, if there is one. */
  readonly pattern: RegExp;
}

/** In this order: the first that fits. */
const softwarePatterns: readonly SoftwarePattern[] = [
  { name: 'Unbound', pattern: /^unbound(?: ([0-9][\w.-]*))?/i },
  { name: 'PowerDNS Recursor', pattern: /^PowerDNS Recursor(?: ([0-9][\w.-]*))?/i },
  { name: 'PowerDNS Authoritative', pattern: /^PowerDNS Authoritative Server(?: ([0-9][\w.-]*))?/i },
  { name: 'dnsdist', pattern: /^dnsdist(?: ([0-9][\w.-]*))?/i },
  { name: 'Knot Resolver', pattern: /^Knot Resolver(?:,? ?(?:version )?([0-9][\w.-]*))?/i },
  { name: 'Knot DNS', pattern: /^Knot DNS(?: ([0-9][\w.-]*))?/i },
  { name: 'NSD', pattern: /^NSD(?: ([0-9][\w.-]*))?/i },
  // A fork of dnsmasq, so it goes first.
  { name: 'Pi-hole FTL', pattern: /^dnsmasq-pi-hole-([\w.-]+)/i },
  { name: 'dnsmasq', pattern: /^dnsmasq-([\w.-]+)/i },
  { name: 'CoreDNS', pattern: /^CoreDNS-?([0-9][\w.-]*)?/i },
  { name: 'Microsoft DNS', pattern: /^Microsoft DNS ([0-9][\w.]*)/i },
  { name: 'Technitium DNS Server', pattern: /^Technitium DNS Server(?: ([0-9][\w.-]*))?/i },
  { name: 'AdGuard Home', pattern: /^AdGuard ?Home(?: v?([0-9][\w.-]*))?/i },
  { name: 'blocky', pattern: /^blocky(?: v?([0-9][\w.-]*))?/i },
  { name: 'MaraDNS', pattern: /^(?:MaraDNS|Deadwood)(?: ([0-9][\w.-]*))?/i },
  { name: 'Quad9', pattern: /^Q9-(\S+)/i },
  { name: 'BIND', pattern: /^(?:BIND ?|named )?(9\.[0-9]+\.[0-9]+[\w.+~-]*)/i },
];

export interface RecognisedSoftware {
  readonly name: string;
  readonly version: string | null;
  /** 0 to 1: what it says of itself may be made up. */
  readonly confidence: number;
}

/** Recognises the software by its own statements, or by the stated authors, which only BIND tells. */
export function recogniseSoftware(
  versions: readonly (string | null)[],
  authors: string | null,
): RecognisedSoftware | null {
  for (const text of versions) {
    if (text === null) continue;
    for (const { name, pattern } of softwarePatterns) {
      const found = pattern.exec(text);
      if (found !== null) return { name, version: found[1] ?? null, confidence: 0.9 };
    }
  }
  if (authors !== null && /\b(?:Mark Andrews|Paul Vixie|Bob Halley)\b/.test(authors)) {
    return { name: 'BIND', version: null, confidence: 0.8 };
  }
  return null;
}
