import { isConsistent } from '@sonde/scanner/protocols/transparency/consistency.ts';
import type { ListedLog } from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import type { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import type { SignedTreeHead } from '@sonde/scanner/protocols/transparency/signed-head.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type {
  CertificateLogStore,
  KnownHead,
  LogProgress,
} from '../../../../ports/transparency/certificate-logs.ts';
import type { CertificateArchive, SeenCertificate } from '../../../../ports/transparency/certificates.ts';
import type { WatchedMatch } from '../../../../ports/transparency/watched-certificates.ts';
import { LogViolation } from './log-errors.ts';
import type { LogReader } from './log-reader.ts';
import { readCertificates } from './read-certificates.ts';

/** The last entries of a log are taken after this many milliseconds although their tile is not full. */
export const tailPatience = 60_000;

export interface FollowLogPorts {
  readonly reader: LogReader;
  readonly certificateLogs: Pick<CertificateLogStore, 'begin' | 'advance'>;
  readonly certificateArchive: Pick<CertificateArchive, 'append'>;
  readonly issuers: IssuerNames;
  /** Finds the certificates that concern watched domains. */
  readonly match: (certificates: readonly SeenCertificate[]) => WatchedMatch[];
  /** Told of what is verified and kept; never waited for. */
  readonly onTaken: (certificates: readonly SeenCertificate[]) => void;
  /** Octets that came since it was asked last. */
  readonly takeBytes: () => number;
  /** Whether the log is still this collector's to follow. */
  readonly holds: () => Promise<boolean>;
  readonly clock: Clock;
}

export interface FollowLogOptions {
  /** A log that was not followed before begins here. */
  readonly from: 'now' | 'beginning';
  /** Entries at most in one round, so that others have their turn. */
  readonly mostEntries: number;
}

export interface Round {
  readonly progress: LogProgress;
  /** The head that was looked at; the one that is known if a log answered out of an old cache. */
  readonly head: KnownHead;
  /** There is more to be had at once. */
  readonly isBehind: boolean;
}

/**
 * Takes what the latest head of one log has beyond what is known, each part verified against that head before it is
 * kept or told. Throws a LogViolation if the log contradicts itself, and what the reader throws. Undefined if another
 * collector went on with it.
 */
export async function followLog(
  log: ListedLog,
  known: LogProgress | undefined,
  ports: FollowLogPorts,
  options: FollowLogOptions,
): Promise<Round | undefined> {
  const { reader } = ports;
  const head = await reader.head();
  let progress = known ?? (await begin(log, head, ports, options));
  if (!(await isNews(progress, head, reader))) {
    const before = progress.head;
    const latest = before !== null && before.size > head.size ? before : knownHead(head);
    return { progress, head: latest, isBehind: false };
  }
  const most = progress.size + options.mostEntries;
  while (progress.size < head.size && progress.size < most) {
    const isLate =
      ports.clock.now() - progress.advancedAt.getTime() >= tailPatience || log.finalSize === head.size;
    const end = reader.nextEnd(progress.size, head, isLate);
    if (end <= progress.size) break;
    if (!(await ports.holds())) return undefined;
    const next = await take(progress, end, head, ports);
    if (next === undefined) return undefined;
    progress = next;
  }
  const isBehind = reader.nextEnd(progress.size, head, false) > progress.size;
  return { progress, head: knownHead(head), isBehind };
}

async function begin(
  { id, name, operator, kind, url }: ListedLog,
  head: SignedTreeHead,
  { reader, certificateLogs }: FollowLogPorts,
  { from }: FollowLogOptions,
): Promise<LogProgress> {
  const edge = from === 'beginning' || head.size === 0 ? new TreeEdge() : await reader.edgeNear(head);
  return certificateLogs.begin({ id, name, operator, kind, url }, edge.size, edge.toBytes());
}

/** Tells whether a head tells of more than is known, and nothing against it. */
async function isNews(progress: LogProgress, head: SignedTreeHead, reader: LogReader): Promise<boolean> {
  const before = progress.head;
  if (before === null) {
    if (head.size < progress.size) throw violation('shrunk', false, progress, head);
    return head.size > progress.size;
  }
  if (head.size === before.size) {
    if (!head.root.equals(before.root)) throw violation('fork', true, progress, head);
    return head.size > progress.size;
  }
  if (head.size > before.size) return true;
  // An answer may come from a cache that is behind; what it says must be of the same tree all the same.
  if (head.timestamp >= before.timestamp.getTime()) throw violation('shrunk', true, progress, head);
  const latest = { ...before, timestamp: before.timestamp.getTime() };
  if (head.size > 0 && !isConsistent(head, latest, await reader.consistency(head.size, latest)))
    throw violation('fork', false, progress, head);
  return false;
}

/** Takes the entries up to `end`, verified; undefined if another collector took them. */
async function take(
  progress: LogProgress,
  end: number,
  head: SignedTreeHead,
  ports: FollowLogPorts,
): Promise<LogProgress | undefined> {
  const { reader, issuers, clock } = ports;
  const edge = TreeEdge.fromBytes(progress.size, progress.edge);
  const certificates: SeenCertificate[] = [];
  let unreadable = 0;
  for await (const entries of reader.entries(progress.size, end, head)) {
    const read = await readCertificates(entries, edge, { log: progress.name, issuers }, () => unreadable++);
    for (const certificate of read) certificates.push(certificate);
  }
  await verify(progress, edge, head, reader);
  // Kept first, under keys that make a repetition the same: what is not told of as taken is taken again.
  const now = clock.now();
  await ports.certificateArchive.append(certificates, new Date(now));
  const next = { size: edge.size, edge: edge.toBytes(), head: knownHead(head) };
  const isOurs = await ports.certificateLogs.advance(progress.id, {
    from: progress.size,
    ...next,
    unreadable,
    bytes: ports.takeBytes(),
    matches: ports.match(certificates),
  });
  if (!isOurs) return undefined;
  ports.onTaken(certificates);
  return { ...progress, ...next, advancedAt: new Date(now) };
}

/** Throws a LogViolation if the tree with these entries is no beginning of the one that was signed. */
async function verify(
  progress: LogProgress,
  edge: TreeEdge,
  head: SignedTreeHead,
  reader: LogReader,
): Promise<void> {
  const tree = { size: edge.size, root: edge.root() };
  const proof = tree.size === head.size ? [] : await reader.consistency(tree.size, head);
  if (isConsistent(tree, head, proof)) return;
  const before = { size: progress.size, root: TreeEdge.fromBytes(progress.size, progress.edge).root() };
  const isContinued =
    before.size === 0 || isConsistent(before, head, await reader.consistency(before.size, head));
  throw violation(isContinued ? 'wrong_root' : 'fork', false, progress, head, tree);
}

/** With all that shows it to others: what was signed before, and now. */
function violation(
  kind: LogViolation['kind'],
  isProven: boolean,
  progress: LogProgress,
  head: SignedTreeHead,
  tree?: { readonly size: number; readonly root: Buffer },
): LogViolation {
  const edge = TreeEdge.fromBytes(progress.size, progress.edge);
  return new LogViolation(kind, isProven, {
    signed_before: progress.head && shown({ ...progress.head, timestamp: progress.head.timestamp.getTime() }),
    signed_now: shown(head),
    verified: { size: edge.size, root: edge.root().toString('base64') },
    ...(tree && { entries_give: { size: tree.size, root: tree.root.toString('base64') } }),
  });
}

function shown({ size, root, timestamp, signature }: SignedTreeHead) {
  return {
    tree_size: size,
    timestamp,
    sha256_root_hash: root.toString('base64'),
    tree_head_signature: signature.toString('base64'),
  };
}

function knownHead({ size, root, timestamp, signature }: SignedTreeHead): KnownHead {
  return { size, root, timestamp: new Date(timestamp), signature };
}
