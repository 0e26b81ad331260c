import { addressInput, versionOf } from '@sonde/scanner/addresses/address-input.ts';
import type { AddressLists, ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import type { NetworkGeofeeds } from '@sonde/scanner/addresses/network-geofeeds.ts';
import type { AddressProviders } from '@sonde/scanner/addresses/providers/address-providers.ts';
import type { ProviderVerdict } from '@sonde/scanner/addresses/providers/provider.ts';
import { findReverseNames, type ReverseNames } from '@sonde/scanner/addresses/reverse-names.ts';
import type { DatasetRole } from '@sonde/scanner/datasets/dataset.ts';
import type { Place } from '@sonde/scanner/datasets/facts/address-facts.ts';
import { datasetsFor, type KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { datasets as allDatasets } from '@sonde/scanner/datasets/sources/index.ts';
import type { ScanError } from '@sonde/scanner/ports/finding.ts';
import type { NetworkRegistration } from '@sonde/scanner/ports/network-registration.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import type { NetworkDirectory } from '@sonde/scanner/protocols/registration/networks/network-directory.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressReportStore } from '../../../ports/addresses/address-reports.ts';
import type {
  AddressScanStore,
  AddressScope,
  StoredAddressScan,
} from '../../../ports/addresses/address-scans.ts';
import type { AddressSightingStore } from '../../../ports/addresses/address-sightings.ts';
import type { NetworkRegistrationStore } from '../../../ports/addresses/network-registrations.ts';
import { type WithNetworkPorts, withNetwork } from '../scan/with-network.ts';
import {
  presentBgp,
  presentNetwork,
  presentPlace,
  presentRegistration,
  presentReputation,
} from './address-answer.ts';
import { createJudge, type JudgePorts } from './judge-address.ts';
import { type RecordAddressScanPorts, recordAddressScan } from './record-address-scan.ts';

/** Milliseconds: whom a network belongs to changes seldom, and registries count who asks. */
const registrationLasts = 7 * 86_400_000;
/** Milliseconds for which a scan is told again, and which one may take. */
const cacheFor = 600_000;
const budget = 15_000;
/** Milliseconds of a scan that nobody waits for. */
const patientBudget = 240_000;
const ownGeofeed = 'geofeed';

export interface ScanAddressPorts extends JudgePorts, WithNetworkPorts, RecordAddressScanPorts {
  readonly datasets: KnownDatasets;
  readonly addressScans: Pick<AddressScanStore, 'latest' | 'append'>;
  readonly addressReports: Pick<AddressReportStore, 'of'>;
  readonly addressSightings: Pick<AddressSightingStore, 'of'>;
  readonly networkRegistrations: Pick<NetworkRegistrationStore, 'find' | 'save'>;
  readonly addressLists: AddressLists;
  readonly addressProviders: AddressProviders;
  /** Undefined if the operator wants no registry to be asked. */
  readonly networkDirectory: Pick<NetworkDirectory, 'find'> | undefined;
  readonly networkGeofeeds: Pick<NetworkGeofeeds, 'find'>;
  readonly clock: Clock;
}

export interface AddressLookRequest {
  readonly ip: string;
  /** Also BGP, registration and lists. */
  readonly full: boolean;
  readonly advanced: boolean;
  /** Nobody waits: lists in the DNS are asked when they may be. */
  readonly isPatient?: boolean;
  /** Just these sources; all if undefined. */
  readonly only?: ReadonlySet<string> | undefined;
}

export interface ScanAddressRequest extends AddressLookRequest {
  readonly refresh: boolean;
}

interface AddressLook {
  readonly answer: AddressScanAnswer;
  /** Of the scan as it is stored; undefined if it was not stored. */
  readonly id: string | undefined;
}

/** The answers of the network are null if they were not asked for. */
interface Asked {
  readonly reverse: ReverseNames | null;
  readonly lists: readonly ListEntry[] | null;
  readonly verdicts: readonly ProviderVerdict[] | null;
  readonly registration: NetworkRegistration | null;
  /** By the network's own geofeed. */
  readonly place: Place | null;
  readonly errors: readonly ScanError[];
  readonly sources: readonly string[];
}

const nothingAsked: Asked = {
  reverse: null,
  lists: null,
  verdicts: null,
  registration: null,
  place: null,
  errors: [],
  sources: [],
};

/**
 * Looks at an address: datasets, feeds and reports on this machine, and if it is somebody on the Internet its names, the lists
 * in the DNS and its registry. A source that fails is an error of the answer. Throws InvalidInput and a StoreError.
 */
export async function scanAddress(
  request: ScanAddressRequest,
  ports: ScanAddressPorts,
  signal: AbortSignal,
): Promise<AddressScanAnswer> {
  const ip = addressInput(request.ip);
  const { addressScans, clock } = ports;
  const before = await addressScans.latest(ip);
  const isPlain = request.only === undefined && !request.advanced;
  const isRecent = before !== undefined && clock.now() - before.at.getTime() < cacheFor;
  if (
    isRecent &&
    isPlain &&
    !request.refresh &&
    (before.scope === 'full' || scopeOf(request) === 'basic') &&
    (await isStillSo(ip, before, ports))
  )
    return { ...before.answer, cached: true };
  const { answer } = await lookAndRecord(ip, request, before, ports, signal);
  return answer;
}

/** Looks at an address as `scanAddress` does, whatever was found a little while ago. */
export async function scanAddressAnew(
  request: AddressLookRequest,
  ports: ScanAddressPorts,
  signal: AbortSignal,
): Promise<AddressLook> {
  const ip = addressInput(request.ip);
  return await lookAndRecord(ip, request, await ports.addressScans.latest(ip), ports, signal);
}

async function lookAndRecord(
  ip: string,
  request: AddressLookRequest,
  before: StoredAddressScan | undefined,
  ports: ScanAddressPorts,
  signal: AbortSignal,
): Promise<AddressLook> {
  const answer = await look(ip, request, ports, signal);
  signal.throwIfAborted();
  // What looked at a part alone says nothing of the rest.
  if (request.only !== undefined) return { answer, id: undefined };
  return { answer, id: await recordAddressScan(ip, scopeOf(request), answer, before, ports) };
}

function scopeOf({ full }: Pick<ScanAddressRequest, 'full'>): AddressScope {
  return full ? 'full' : 'basic';
}

/** What is known on this machine costs nothing to look up, and must not be told as it was: a report, or another route. */
async function isStillSo(
  ip: string,
  { at, answer }: StoredAddressScan,
  { addressReports, datasets }: Pick<ScanAddressPorts, 'addressReports' | 'datasets'>,
): Promise<boolean> {
  const [latest] = await addressReports.of(ip);
  if (latest !== undefined && latest.at >= at) return false;
  if (answer.bgp === null) return true;
  const { route } = datasets.find(addressBytes(ip));
  return (
    answer.bgp.prefix === (route?.prefix ?? null) &&
    answer.bgp.origins.join(' ') === (route?.origins ?? []).join(' ')
  );
}

async function look(
  ip: string,
  request: AddressLookRequest,
  ports: ScanAddressPorts,
  signal: AbortSignal,
): Promise<AddressScanAnswer> {
  const { datasets, clock } = ports;
  const started = clock.now();
  const bytes = addressBytes(ip);
  const special = specialNetworkOf(ip);
  const [asked, reports, sightings, judge] = await Promise.all([
    special === undefined ? ask(ip, request, ports, signal) : nothingAsked,
    ports.addressReports.of(ip),
    ports.addressSightings.of([ip]),
    createJudge(ports, started),
  ]);
  const { reverse, lists, verdicts, registration } = asked;
  const facts = datasets.find(bytes);
  const judgement = judge(ip, { facts, reports, sightings, lists, verdicts });
  const covering =
    facts.route === null
      ? null
      : (datasets.validate(facts.route.prefix, facts.route.origins[0] ?? 0)?.covering ?? null);
  const now = clock.now();
  const wants = (source: string) => request.only === undefined || request.only.has(source);
  // The operator's table of his own says it first, then the network itself.
  const place = facts.place?.source === ownGeofeed ? facts.place : (asked.place ?? facts.place);
  return {
    ip,
    scan_timestamp: new Date(now).toISOString(),
    scan_duration_ms: Math.max(0, Math.round(now - started)),
    ip_version: versionOf(ip),
    is_private: special !== undefined,
    special_purpose: special?.name ?? null,
    cached: false,
    geolocation: place === null || !wants('geolocation') ? null : presentPlace(place),
    geolocations: request.advanced
      ? [...(asked.place === null ? [] : [asked.place]), ...datasets.places(bytes)].map(presentPlace)
      : null,
    network: presentNetwork(facts, registration, reverse),
    bgp: request.full && wants('bgp') ? presentBgp(facts, covering) : null,
    allocation: facts.delegation,
    reputation: presentReputation(judgement, { facts, lists, verdicts, reports, reverse, now }),
    whois: registration === null ? null : presentRegistration(registration),
    reverse_dns:
      reverse?.names == null
        ? null
        : {
            has_ptr: reverse.names.length > 0,
            ptr_record: reverse.confirmed[0] ?? reverse.names[0] ?? null,
            ptr_records: [...reverse.names],
            confirmed: [...reverse.confirmed],
          },
    data_sources: [
      ...new Set([
        ...facts.sources,
        ...judgement.hits.map(({ indicator }) => indicator.source),
        ...asked.sources,
      ]),
    ],
    would_fill: wouldFill(datasets),
    errors: [...asked.errors],
  };
}

async function ask(
  ip: string,
  { full, advanced, only, isPatient = false }: AddressLookRequest,
  ports: ScanAddressPorts,
  signal: AbortSignal,
): Promise<Asked> {
  const wants = (source: string) => only === undefined || only.has(source);
  return withNetwork(
    ports,
    AbortSignal.any([signal, AbortSignal.timeout(isPatient ? patientBudget : budget)]),
    async (network) => {
      const wantsProvider = (id: string) => (only === undefined ? full && advanced : only.has(id));
      const [reverse, lists, registered, told] = await Promise.all([
        wants('reverse_dns') ? findReverseNames(ip, network) : null,
        full && wants('blacklists')
          ? ports.addressLists[isPatient ? 'askPatiently' : 'ask'](ip, network)
          : null,
        full && wants('whois') ? findRegistration(ip, network, ports) : null,
        ports.addressProviders.ask(ip, wantsProvider, network),
      ]);
      const published =
        registered?.registration === undefined || !wants('geolocation')
          ? undefined
          : await ports.networkGeofeeds.find(ip, registered.registration, network.fetch, network.signal);
      const listErrors = (lists ?? []).flatMap(({ zone, answer }) =>
        'message' in answer ? [{ source: zone, code: answer.status, message: answer.message }] : [],
      );
      const answered = (lists ?? []).filter(({ answer }) => !('message' in answer)).map(({ zone }) => zone);
      return {
        reverse,
        lists,
        verdicts: told.verdicts,
        registration: registered?.registration ?? null,
        place: published?.place ?? null,
        errors: [
          ...(reverse?.error === undefined ? [] : [reverse.error]),
          ...listErrors,
          ...(registered?.errors ?? []),
          ...told.errors,
          ...(published?.errors ?? []),
        ],
        sources: [
          ...(reverse?.names == null ? [] : ['reverse_dns']),
          ...answered,
          ...told.verdicts.map(({ provider }) => provider),
          ...(registered?.registration === undefined ? [] : [registered.registration.source]),
          ...(published?.place == null ? [] : [published.place.source]),
        ],
      };
    },
  );
}

/** By what was read of its network a little while ago, else by its registry. */
async function findRegistration(
  ip: string,
  network: ScanPorts,
  { networkRegistrations, networkDirectory, clock }: ScanAddressPorts,
): Promise<{ registration: NetworkRegistration | undefined; errors: ScanError[] }> {
  const now = clock.now();
  const known = await networkRegistrations.find(ip, new Date(now - registrationLasts));
  if (known !== undefined || networkDirectory === undefined) return { registration: known, errors: [] };
  const { registration, failures } = await networkDirectory.find(ip, network);
  if (registration !== undefined) await networkRegistrations.save(registration, new Date(now));
  const errors = registration === undefined ? failures : [];
  return { registration, errors: errors.map(({ source, code, message }) => ({ source, code, message })) };
}

/** Fields that no loaded dataset fills, and those that would. */
export function wouldFill(datasets: Pick<KnownDatasets, 'knows'>): Record<string, string[]> {
  const fields: Readonly<Partial<Record<DatasetRole, string>>> = {
    origin: 'bgp.prefix',
    system: 'network.asn_name',
    payload: 'bgp.rpki_status',
    place: 'geolocation',
    delegation: 'allocation',
    hosting: 'network.is_hosting',
    tor: 'network.is_tor',
    relay: 'network.is_relay',
    vpn: 'network.is_vpn',
    anycast: 'network.is_anycast',
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([role, field]) =>
      datasets.knows(role as DatasetRole)
        ? []
        : [[field, [...datasetsFor(role as DatasetRole, allDatasets)]]],
    ),
  );
}
