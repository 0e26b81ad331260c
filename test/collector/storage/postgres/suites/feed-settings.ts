import { newFeedState } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-state.ts';
import { newZoneState } from '../../../../../collector/domain/intelligence/zones/zone-follower.ts';
import { createDatasetSettingsStore } from '../../../../../collector/storage/postgres/dataset-settings.ts';
import { createFeedSettingsStore } from '../../../../../collector/storage/postgres/feed-settings.ts';
import { createFeedStateStore } from '../../../../../collector/storage/postgres/feed-states.ts';
import { createZoneStateStore } from '../../../../../collector/storage/postgres/zone-states.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';

/** What administrators change about feeds and datasets while collectors run. */
export const feedSettingsSuite: PostgresSuite = {
  'what was changed about a feed replaces what was before, and is gone when nothing is changed': async (
    t,
    connection,
  ) => {
    const store = createFeedSettingsStore((await freshDatabase(t, connection)).open());
    const change = { enabled: true, weight: 0.25, severity: 'low', threatType: 'spam' } as const;
    await store.change('urlhaus', change);
    await store.change('threatfox', { ...change, enabled: false });
    const nothing = { enabled: null, weight: null, severity: null, threatType: null };
    await store.change('urlhaus', { ...nothing, weight: 1 });
    t.deepEqual(
      await store.changes(),
      new Map([
        ['threatfox', { ...change, enabled: false }],
        ['urlhaus', { ...nothing, weight: 1 }],
      ]),
    );
    await store.change('urlhaus', nothing);
    t.deepEqual([...(await store.changes()).keys()], ['threatfox']);
    t.deepEqual(await store.keys(), new Map());
    await store.setKey('abuse_ch_key', 'v1.a');
    await store.setKey('abuse_ch_key', 'v1.b');
    t.deepEqual(await store.keys(), new Map([['abuse_ch_key', 'v1.b']]));
    t.true(await store.removeKey('abuse_ch_key'));
    t.false(await store.removeKey('abuse_ch_key'));
  },
  'zones that are followed no more are forgotten': async (t, connection) => {
    const store = createZoneStateStore((await freshDatabase(t, connection)).open());
    const [com, net] = [newZoneState('com'), { ...newZoneState('net'), note: 'A note.', readAt: 5 }];
    await store.save(com);
    await store.save(newZoneState('net'));
    await store.save(net);
    t.deepEqual(await store.all(), [com, net]);
    await store.keepOnly(['net', 'org']);
    t.deepEqual(await store.all(), [net]);
  },
  'a feed is asked for without touching what is known of it': async (t, connection) => {
    const store = createFeedStateStore((await freshDatabase(t, connection)).open());
    const asked = { ...newFeedState('urlhaus'), nextAttemptAt: 5 };
    await store.askNow(asked);
    t.deepEqual(await store.load('urlhaus'), asked);
    const known = {
      ...asked,
      status: 'active',
      indicatorCount: 7,
      nextAttemptAt: 1_790_000_000_000,
    } as const;
    await store.save(known);
    await store.askNow({ ...newFeedState('urlhaus'), nextAttemptAt: 0 });
    t.deepEqual(await store.load('urlhaus'), { ...known, nextAttemptAt: 0 });
  },
  'datasets are switched and asked for apart': async (t, connection) => {
    const store = createDatasetSettingsStore((await freshDatabase(t, connection)).open());
    const at = new Date(1_790_000_000_123);
    await store.ask('ris-ipv4', at);
    await store.switch('ris-ipv4', false);
    await store.switch('ipinfo-lite', true);
    await store.switch('ipinfo-lite', null);
    t.deepEqual(
      await store.changes(),
      new Map([
        ['ipinfo-lite', { enabled: null, askedAt: null }],
        ['ris-ipv4', { enabled: false, askedAt: at }],
      ]),
    );
  },
};
