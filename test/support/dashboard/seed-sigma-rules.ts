import type { SondeClient } from '../../../client/sonde-client.ts';

const rules = `title: Look-ups of addresses that tell a client where it is
logsource:
  category: dns
detection:
  selection:
    query:
      - checkip.example
      - whatismyip.example
  condition: selection
level: low
tags:
  - attack.t1016
---
title: A script host asks for a name
logsource:
  category: dns_query
  product: windows
detection:
  selection:
    Image|endswith: \\wscript.exe
  condition: selection
level: high
`;

/** Keeps two Sigma rules, which nothing that is seeded matches: one in force, and one that needs what DNS doesn't tell. */
export async function seedSigmaRules(api: SondeClient): Promise<void> {
  await api.call('POST /api/v1/dns-monitoring/sigma-rules', { body: { rules } });
}
