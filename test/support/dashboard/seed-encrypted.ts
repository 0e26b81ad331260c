import { batchContentType } from '@sonde/shared/batch/envelope.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import { flowBatch, sampleFlow } from '../ingest/uploads.ts';
import { hostileNames } from './seed-traffic.ts';

const servers = [
  ['Google', '8.8.8.8', 'dns.google', 'doh'],
  ['Cloudflare', '2606:4700:4700::1111', 'cloudflare-dns.com', 'doh3'],
  ['Quad9', '9.9.9.9', 'dns.quad9.net', 'dot'],
  [null, '203.0.113.85', 'dns.elsewhere.example', 'doq'],
] as const;
const clients = ['192.0.2.10', '192.0.2.11', '192.0.2.99', '2001:db8::17'];

/** An agent's connections of encrypted DNS over a day, some to servers with names that mean harm. */
export async function seedEncrypted(url: string, locationKey: string): Promise<void> {
  const flows = Array.from({ length: 120 }, (_, index) => {
    const [provider, server, name, transport] = servers[(index * 7) % servers.length]!;
    const at = (Date.now() - 60_000 - index * 600_000) * 1_000;
    const isUnseen = index % 11 === 0;
    return sampleFlow({
      started_at: at,
      last_seen_at: at + 4_000_000 * (1 + (index % 9)),
      is_open: index % 13 === 0,
      client: clients[(index * 3) % clients.length]!,
      server,
      server_port: transport.startsWith('doh') ? 443 : 853,
      provider,
      transport,
      looked_up: (['unknown', 'yes', 'no'] as const)[index % 3]!,
      octets_to_server: 900 + index * 40,
      octets_to_client: 5_000 + index * 900,
      ...(isUnseen
        ? { hello: 'unseen', server_name: null, alpn: null, ja4: null, ech: null }
        : { server_name: index % 17 === 0 ? hostileNames[0] : name }),
    });
  });
  const bytes = await flowBatch(flows, { sequence: 3 });
  const response = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${locationKey}`,
      'Content-Type': batchContentType,
      'X-Sonde-Signature': signBatch(bytes, locationKey),
    },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`the flows were refused: ${await response.text()}`);
}
