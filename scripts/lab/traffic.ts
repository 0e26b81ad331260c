import { isIpv6, type LabPlan } from '../../scanner/bench/lab/plan.ts';
import { type ClientQuery, exchange } from './dns-client.ts';
import { badName } from './zones.ts';

/** One way to ask, and what should come back. */
interface Kind {
  readonly label: string;
  readonly name: (round: number) => string;
  readonly type: string;
  readonly rcode: string;
  readonly transport?: 'tcp';
  readonly dnssecOk?: true;
  readonly udpSize?: number;
  readonly ipv6?: true;
  readonly authenticated?: true;
}

const kinds: readonly Kind[] = [
  { label: 'A', name: (round) => `host-${round % 40}.shop.example`, type: 'A', rcode: 'NOERROR' },
  { label: 'AAAA', name: () => 'www.shop.example', type: 'AAAA', rcode: 'NOERROR' },
  { label: 'MX', name: () => 'shop.example', type: 'MX', rcode: 'NOERROR' },
  { label: 'TXT', name: () => 'shop.example', type: 'TXT', rcode: 'NOERROR' },
  { label: 'HTTPS', name: () => 'www.shop.example', type: 'HTTPS', rcode: 'NOERROR' },
  { label: 'SRV', name: () => '_sip._udp.shop.example', type: 'SRV', rcode: 'NOERROR' },
  { label: 'CNAME chain', name: () => 'alias.shop.example', type: 'A', rcode: 'NOERROR' },
  { label: 'NXDOMAIN', name: (round) => `missing-${round}.shop.example`, type: 'A', rcode: 'NXDOMAIN' },
  { label: 'no data', name: () => 'mail.shop.example', type: 'AAAA', rcode: 'NOERROR' },
  { label: 'wildcard', name: (round) => `w${round}.any.plain.example`, type: 'A', rcode: 'NOERROR' },
  {
    label: 'DNSSEC',
    name: () => 'www.shop.example',
    type: 'A',
    rcode: 'NOERROR',
    dnssecOk: true,
    authenticated: true,
  },
  { label: 'broken DNSSEC', name: () => 'www.broken.example', type: 'A', rcode: 'SERVFAIL' },
  { label: 'TCP', name: () => 'www.shop.example', type: 'A', rcode: 'NOERROR', transport: 'tcp' },
  { label: 'IPv6', name: () => 'shop.example', type: 'AAAA', rcode: 'NOERROR', ipv6: true },
  { label: 'large answer', name: () => 'large.shop.example', type: 'TXT', rcode: 'NOERROR', udpSize: 512 },
  { label: 'bad name', name: (round) => `c${round % 3}.beacon.${badName}`, type: 'A', rcode: 'NXDOMAIN' },
];

export interface TrafficReport {
  /** Queries that went out; each got its answer. */
  readonly sent: number;
  readonly byKind: Readonly<Record<string, number>>;
  /** Answers that were not what was to be expected, in words. */
  readonly surprises: readonly string[];
}

/** Asks the plan's resolver in rounds, each with every kind of question that the plan's addresses allow, and paced. */
export async function sendTraffic(
  plan: LabPlan,
  rounds: number,
  options: { pauseMs?: number; onSent?: (sent: number) => void } = {},
): Promise<TrafficReport> {
  const byKind: Record<string, number> = {};
  const surprises: string[] = [];
  let sent = 0;
  const note = (label: string) => {
    byKind[label] = (byKind[label] ?? 0) + 1;
    sent++;
    options.onSent?.(sent);
  };
  const possible = kinds.filter((kind) => kind.ipv6 === undefined || plan.resolver.some(isIpv6));
  for (let round = 0; round < rounds; round++) {
    await Promise.all(possible.map((kind) => ask(plan, kind, round, note, surprises)));
    await new Promise((resolve) => setTimeout(resolve, options.pauseMs ?? 0));
  }
  return { sent, byKind, surprises };
}

async function ask(
  plan: LabPlan,
  kind: Kind,
  round: number,
  note: (label: string) => void,
  surprises: string[],
): Promise<void> {
  const wantsIpv6 = kind.ipv6 === true;
  const clients = plan.clients.filter((address) => isIpv6(address) === wantsIpv6);
  const query: ClientQuery = {
    ...kind,
    name: kind.name(round),
    server: plan.resolver.find((address) => isIpv6(address) === wantsIpv6)!,
    port: plan.port,
    from: clients[round % clients.length]!,
  };
  note(kind.label);
  let answer = await exchange(query);
  if (answer.truncated) {
    note(`${kind.label}, again over TCP`);
    answer = await exchange({ ...query, transport: 'tcp' });
  }
  if (answer.rcode !== kind.rcode || (kind.authenticated === true && !answer.authenticated)) {
    surprises.push(
      `${query.name} ${query.type}: ${answer.rcode}${answer.authenticated ? ', validated' : ''}`,
    );
  }
}
