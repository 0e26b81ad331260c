import { InvalidInput } from '@sonde/shared/errors.ts';
import {
  type SharedItem,
  type SharedPart,
  type SharedPlace,
  type SharedQuestion,
  sharedParts,
} from '../../../ports/threats/sharing.ts';
import { type SharedCollection, type SharingCaller, type SharingPorts, sharedPage } from './collections.ts';
import { identityDate, identityObject, type StixObject, stixObject, typesOfParts } from './stix-objects.ts';

export const mostObjects = 2_000;
/** Items that are looked at in one go, for objects of some ids alone. */
const mostLookedAt = 5_000;
/** Items that one question looks through for ids: beyond it, the answer says that there is more. */
const mostSearched = 100_000;

/** A TAXII question asks for a page of a collection. */
export interface TaxiiQuestion {
  readonly addedAfter?: string | undefined;
  readonly next?: string | undefined;
  readonly limit: number;
  readonly ids?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** `last`, `first`, `all` or the date of a version. */
  readonly versions?: readonly string[] | undefined;
  readonly specVersions?: readonly string[] | undefined;
}

/** A dated object is an object with the moment at which it came into the collection. */
export interface DatedObject {
  readonly object: StixObject;
  readonly dateAdded: string;
  readonly version: string;
}

export interface TaxiiPage {
  readonly objects: readonly DatedObject[];
  /** Undefined at the end. */
  readonly next: string | undefined;
}

/** Of every object there is one version, so that `first`, `last` and `all` are the same. */
const wholeVersions = new Set(['first', 'last', 'all']);

const identityAt = identityDate.replace('Z', '000Z');
const beginning: SharedPlace = { changedAt: identityAt, part: 'observable', key: '' };

/** Reads a page of a collection, in the order in which objects came into it. Throws an InvalidInput for a `next` that is none. */
export async function taxiiPage(
  collection: SharedCollection,
  caller: SharingCaller,
  question: TaxiiQuestion,
  ports: SharingPorts,
): Promise<TaxiiPage> {
  const { installationId } = ports;
  const { ids, types, limit } = question;
  const maker = { installationId, accountId: caller.accountId };
  const objects: DatedObject[] = [];
  if (question.specVersions?.includes('2.1') === false) return { objects, next: undefined };
  const take = (object: StixObject | undefined, dateAdded: string) => {
    if (object === undefined) return;
    const version = typeof object.modified === 'string' ? object.modified : dateAdded;
    if (ids?.includes(object.id) === false || types?.includes(object.type) === false) return;
    if (question.versions?.some((one) => wholeVersions.has(one) || isSame(one, version)) === false) return;
    objects.push({ object, dateAdded, version });
  };
  let after = question.next === undefined ? undefined : readPlace(question.next);
  if (after === undefined && !(Date.parse(question.addedAfter ?? '') >= Date.parse(identityAt)))
    take(identityObject(maker), identityAt);
  const found = () => ids !== undefined && objects.length >= ids.length;
  if (objects.length >= limit) return { objects, next: writePlace(beginning) };
  const parts = sharedParts.filter((part) => types === undefined || types.some((type) => isOf(part, type)));
  for (let searched = 0; searched < mostSearched && !found() && parts.length > 0; ) {
    // One more than is wanted tells whether there is more.
    const most = ids === undefined ? limit - objects.length + 1 : mostLookedAt;
    const asked: SharedQuestion = { parts, addedAfter: question.addedAfter, after, limit: most };
    const items = await sharedPage(collection, caller, asked, ports);
    searched += items.length;
    for (const item of items) {
      if (objects.length === limit) return { objects, next: writePlace(after!) };
      take(stixObject(item, maker), item.changedAt);
      after = item;
      if (found()) return { objects, next: undefined };
    }
    if (items.length < most) return { objects, next: undefined };
  }
  const isOver = found() || parts.length === 0 || after === undefined;
  return { objects, next: isOver ? undefined : writePlace(after!) };
}

function isOf(part: SharedPart, type: string): boolean {
  return typesOfParts[part].includes(type);
}

function isSame(asked: string, version: string): boolean {
  return (
    Date.parse(asked) === Date.parse(version) && asked.replace(/0*Z$/, '') === version.replace(/0*Z$/, '')
  );
}

function writePlace({ changedAt, part, key }: SharedPlace | SharedItem): string {
  return Buffer.from(JSON.stringify([changedAt, part, key])).toString('base64url');
}

function readPlace(next: string): SharedPlace {
  try {
    const [changedAt, part, key, ...rest] = JSON.parse(
      Buffer.from(next, 'base64url').toString(),
    ) as unknown[];
    if (
      rest.length === 0 &&
      typeof changedAt === 'string' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(changedAt) &&
      !Number.isNaN(Date.parse(changedAt)) &&
      sharedParts.includes(part as SharedPart) &&
      typeof key === 'string' &&
      !key.includes('\0')
    ) {
      return { changedAt, part: part as SharedPart, key };
    }
  } catch {
    // Told below.
  }
  throw new InvalidInput('next', 'This is not what a page said of the next one.');
}
