import test from 'ava';
import type { IndicatorMatcher } from '../../../../../collector/domain/detection/indicator-matcher.ts';
import { threatKnowledge } from '../../../../../collector/domain/intelligence/reputation/threat-knowledge.ts';
import type { BlocklistEntry } from '../../../../../scanner/checks/blocklists/blocklists-result.ts';
import { samplePart } from '../../../../support/scans/sample-scan.ts';

const none: Pick<IndicatorMatcher, 'check' | 'sources'> = { check: () => [], sources: [] };
const entry = (list: string, status: BlocklistEntry['status']): BlocklistEntry => ({
  list,
  status,
  name: null,
  codes: [],
  reason: null,
});

function ofLists(...lists: BlocklistEntry[]) {
  const parts = { blocklists: samplePart({ result: { details: '', listed: null, lists } }) };
  return threatKnowledge('shop.example', parts, { matcher: none, clock: Date });
}

test('lists in the DNS count where they say something', (t) => {
  t.is(ofLists(), null);
  t.is(ofLists(entry('a', 'refused'), entry('b', 'broken'), entry('c', 'unanswered')), null);
  t.deepEqual(ofLists(entry('a', 'not_listed'), entry('b', 'refused')), {
    listsChecked: 1,
    severity: null,
    lists: [],
  });
  t.deepEqual(ofLists(entry('a', 'not_listed'), entry('b', 'listed')), {
    listsChecked: 2,
    severity: 'high',
    lists: ['b'],
  });
});
