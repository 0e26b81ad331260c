import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../../addresses.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { KnownService } from '../../names/known/define-known.ts';
import { resolverOperators } from '../../names/known/public-resolvers.ts';
import type { Report } from '../../report.ts';
import type { RowDetector } from '../../row-detector.ts';
import type { ResolverBypassSettings } from '../../settings.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { RecentTable } from '../../state/recent-table.ts';
import { seen } from './seen.ts';
import { UsualServers } from './usual-servers.ts';

const followed = 20_000;
const remembered = 20_000;
const daySeconds = 86_400;
const recursionDesired = 0x0100;
const recursionAvailable = 0x0080;
/** Ports of DNS in clear, over TLS and QUIC, over HTTPS, and of DNSCrypt on that of HTTPS. */
const usualPorts: ReadonlySet<number> = new Set([53, 853, 443]);

/** Queries of one client to one server that its site does not use, of one day. */
interface Foreign {
  day: number;
  queries: number;
}

/**
 * Detects clients that go round the resolvers of their site: that ask servers outside which hardly anybody else of the site
 * asks, also on ports of their own, or look up resolvers that speak in cipher. What a site uses is what its clients ask.
 */
export function createResolverBypassDetector(): RowDetector {
  const servers = new UsualServers();
  const foreign = new RecentTable<Foreign>(followed);
  const told = new OncePerDay(remembered);
  return {
    name: 'resolver_bypass',
    tables: [foreign, told],
    observe: (row, { resolverBypass }, report) => {
      const { known } = row.name;
      if (known !== undefined) observeName(row, known, told, resolverBypass, report);
      if (row.nameService !== nameServices.dns || !row.is('answered')) return;
      if ((row.queryFlags & recursionDesired) === 0) return;
      const isOutside = addressScope(row.bytes, row.serverAt) === 'public';
      // A part of what goes to servers inside tells who asks them as well as all of it does.
      if (!isOutside && (row.messageId & 3) !== 0) return;
      const port = row.serverPort;
      const use = servers.note(row, port);
      if (servers.isUsual(row.locationId, use, resolverBypass, row.observedSeconds)) return;
      if (!isOutside) return;
      // A name server answers for its own zones alone; who asks it directly looks for a fault.
      const isOdd = !usualPorts.has(port);
      if (!isOdd && (row.responseFlags & recursionAvailable) === 0) return;
      const day = Math.floor(row.observedSeconds / daySeconds);
      const { low, high } = row.client.hash;
      const key = Math.imul(low, 0x85eb_ca6b) ^ use.low;
      const own = foreign.get(key, high ^ use.high) ?? foreign.add(key, high ^ use.high, { day, queries: 0 });
      if (own.day !== day) {
        own.day = day;
        own.queries = 0;
      }
      if (++own.queries !== resolverBypass.queries) return;
      const server = addressText(row.bytes, row.serverAt);
      const operator = resolverOperators.get(server) ?? null;
      add(row, report, resolverBypass, {
        severity: operator === null ? 'low' : 'info',
        subject: `${row.clientAddress} ${server}${isOdd ? `#${port}` : ''}`,
        message: `${row.clientAddress} asks ${operator === null ? server : `${operator} (${server})`}${isOdd ? ` on port ${port}` : ''} instead of its site's resolvers`,
        method: isOdd
          ? 'a server on an unusual port that hardly any client of the site asks'
          : 'a resolver outside that hardly any client of the site asks',
        facts: {
          asked_server: server,
          server_port: port,
          operator,
          queries: own.queries,
          clients_of_the_server: use.clients,
          clients_of_the_site: servers.clientsOf(row.locationId),
        },
      });
    },
  };
}

/** A name that is looked up before a client goes round; signs matter once for the site, and only if they say yes. */
function observeName(
  row: BatchRows,
  known: KnownService,
  told: OncePerDay,
  settings: ResolverBypassSettings,
  report: Report,
): void {
  const { kind, operator, source } = known;
  if (kind !== 'resolver' && kind !== 'canary' && kind !== 'discovery') return;
  const isPermitted = row.responseCode === responseCodes.NOERROR && row.answerCount > 0;
  if (kind !== 'resolver' && !isPermitted) return;
  const subject = kind === 'resolver' ? `${row.clientAddress} ${row.queryName}` : row.queryName;
  const about = kind === 'resolver' ? `${row.clientAddress} ${operator}` : operator;
  if (!told.isFirst(`${row.locationId} ${about}`, row.observedSeconds)) return;
  add(row, report, settings, {
    severity: 'info',
    subject,
    message:
      kind === 'resolver'
        ? `${row.clientAddress} looks up ${row.queryName}, a resolver of ${operator} with encrypted DNS`
        : `The resolver answers ${row.queryName} with records, so that ${operator} may bypass it`,
    method:
      kind === 'resolver'
        ? 'the first look-up of a public resolver with encrypted DNS by this client on the day'
        : 'the first signal of the day at the site that permits clients to bypass the resolver',
    facts: { operator, list: source },
  });
}

interface Bypass {
  readonly severity: 'info' | 'low';
  readonly subject: string;
  readonly message: string;
  readonly method: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

function add(
  row: BatchRows,
  report: Report,
  settings: ResolverBypassSettings,
  { severity, subject, message, method, facts }: Bypass,
): void {
  report.add(row, {
    type: 'resolver_bypass',
    severity,
    subject,
    technique: 'T1572',
    message,
    evidence: { method, ...facts, ...seen(row), thresholds: { ...settings } },
  });
}
