import {
  type SharedItem,
  type SharedQuestion,
  type SharingStore,
  sharedParts,
  type ThreatsAsked,
} from '../../../../collector/ports/threats/sharing.ts';
import type { Threat, ThreatStore } from '../../../../collector/ports/threats/threats.ts';
import { allIndicators } from '../../detection/loaded-indicators.ts';
import type { FakeIndicators } from './indicators.ts';

/** What is shared, of threats and indicators in memory; each subject with one threat. */
export class FakeSharing implements SharingStore {
  readonly #threats: Pick<ThreatStore, 'list'>;
  readonly #indicators: FakeIndicators;

  constructor(threats: Pick<ThreatStore, 'list'>, indicators: FakeIndicators) {
    this.#threats = threats;
    this.#indicators = indicators;
  }

  async ofThreats({ accountId, locationIds, notTypes }: ThreatsAsked, question: SharedQuestion) {
    const { threats } = await this.#threats.list(accountId, {}, { limit: 1_000, offset: 0 });
    const own = threats.filter(
      ({ locationId, type, subject, clientAddress }) =>
        (locationIds === null || locationIds.includes(locationId)) &&
        !notTypes.includes(type) &&
        subject !== clientAddress,
    );
    return page(
      own.flatMap((threat) => sharedParts.map((part) => itemOf(threat, part))),
      question,
    );
  }

  async ofLists(notSources: readonly string[], question: SharedQuestion) {
    const { indicators } = await allIndicators(this.#indicators);
    const at = new Date('2026-03-14T09:26:53.589Z');
    const items = indicators
      .filter(({ source }) => !notSources.includes(source))
      .flatMap(({ name, threatType, severity, source, description, exact = false }) =>
        sharedParts.slice(0, 2).map((part) => ({
          part,
          key: name,
          subject: name,
          changedAt: at.toISOString().replace('Z', '000Z'),
          openedAt: at,
          types: [threatType],
          severity,
          techniques: [],
          sources: [source],
          firstSeenAt: at,
          lastSeenAt: at,
          endedAt: null,
          count: 0,
          description,
          exact,
        })),
      );
    return page(items, question);
  }
}

function itemOf(threat: Threat, part: SharedItem['part']): SharedItem {
  const isOfThreat = part === 'observation' || part === 'sighting';
  return {
    part,
    key: isOfThreat ? String(threat.id) : threat.subject,
    subject: threat.subject,
    changedAt: threat.lastSeenAt.toISOString().replace('Z', '000Z'),
    openedAt: threat.firstSeenAt,
    types: [threat.type],
    severity: threat.severity,
    techniques: threat.technique === undefined ? [] : [threat.technique],
    sources: [threat.source],
    firstSeenAt: threat.firstSeenAt,
    lastSeenAt: threat.lastSeenAt,
    endedAt: threat.resolvedAt,
    count: threat.count,
    description: null,
    exact: false,
  };
}

function page(items: readonly SharedItem[], question: SharedQuestion): SharedItem[] {
  const place = ({ changedAt, part, key }: Pick<SharedItem, 'changedAt' | 'part' | 'key'>) =>
    `${changedAt} ${sharedParts.indexOf(part)} ${key}`;
  const { parts, addedAfter = '', after, limit } = question;
  return items
    .filter(({ part, changedAt }) => parts.includes(part) && changedAt > addedAfter)
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .filter((item) => after === undefined || place(item) > place(after))
    .slice(0, limit);
}
