import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { isAdministrator } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import type { Feed } from '../../components/feed-switch.tsx';
import { Moment } from '../../components/moment.tsx';
import { ListDialog } from '../../components/own-lists/list-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, plain, ratio, short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { feedStatus, feedTone, texts } from '../../texts/en/protect/feeds.ts';
import { texts as listTexts } from '../../texts/en/protect/own-lists.ts';
import { FeedDialog } from './feed-dialog.tsx';
import { LookUp } from './look-up.tsx';
import { type FeedValue, OverlapMatrix } from './overlap-matrix.tsx';

/** Shows the feeds, whether they are fresh, and the quality of each. */
export function Page() {
  const opened = useSignal<string | undefined>(undefined);
  const feeds = useResource('feeds', (signal) => api.call('GET /api/v1/threat-intel/feeds', { signal }), {
    // Whoever waits for what comes of a look wants to see it.
    every: opened.value === undefined ? 30_000 : 2_000,
  });
  const adding = useSignal(false);
  const shown = feeds.data?.feeds.find(({ id }) => id === opened.value);
  const open = isAdministrator()
    ? (id: string) => {
        opened.value = id;
      }
    : undefined;
  const value = useResource('value of feeds', (signal) =>
    api.call('GET /api/v1/threat-intel/feeds/value', { query: { days: 30 }, signal }),
  );
  const values = new Map(value.data?.feeds.map((one) => [one.id, one]));
  return (
    <>
      <PageHead title={common.pages.feeds} lead={texts.lead}>
        {isAdministrator() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              adding.value = true;
            }}
          >
            {listTexts.add}
          </button>
        )}
      </PageHead>
      <LookUp />
      <div class="panel">
        <Loaded of={feeds} lines={30}>
          {({ feeds: found }) => (
            <TableScroll label={common.pages.feeds}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{texts.columns.feed}</th>
                    <th>{texts.columns.status}</th>
                    <th class="number">{texts.columns.indicators}</th>
                    <th class="number" title={texts.hints.hits}>
                      {texts.columns.hits}
                    </th>
                    <th class="number" title={texts.hints.unique}>
                      {texts.columns.unique}
                    </th>
                    <th class="number" title={texts.hints.ahead}>
                      {texts.columns.ahead}
                    </th>
                    <th class="number">{texts.columns.checked}</th>
                  </tr>
                </thead>
                <tbody>
                  {onFirst(found).map((feed) => (
                    <FeedRow key={feed.id} feed={feed} value={values.get(feed.id)} open={open} />
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </Loaded>
      </div>
      {shown !== undefined && (
        <FeedDialog
          feed={shown}
          onChanged={feeds.reload}
          onClose={() => {
            opened.value = undefined;
          }}
        />
      )}
      {adding.value && (
        <ListDialog
          onDone={feeds.reload}
          onClose={() => {
            adding.value = false;
          }}
        />
      )}
      {(value.data?.feeds.length ?? 0) > 1 && (
        <Panel title={texts.overlap}>
          <p class="soft small">{texts.overlapHint}</p>
          <OverlapMatrix feeds={value.data!.feeds} />
        </Panel>
      )}
    </>
  );
}

/** Shows how many indicators a list has, and leads to them. */
function Indicators({ of, value }: { of: string; value: number }) {
  if (value === 0) return <>{short(value)}</>;
  return (
    <a class="counted" href={href(`/feeds/${segment(of)}`)}>
      {short(value)}
    </a>
  );
}

/** Shows how many indicators of a list were seen, and leads to the threats that came of it. */
function Hits({ of, value, share }: { of: string; value: number; share?: number }) {
  return (
    <a class="counted" href={href('/threats', { ...carried(), status: 'all', source: of })}>
      {share === undefined ? count(value) : `${count(value)} (${ratio(share)})`}
    </a>
  );
}

/** Those that are off are many, and say little. */
function onFirst(feeds: readonly Feed[]): Feed[] {
  return feeds.toSorted((a, b) => Number(b.is_enabled) - Number(a.is_enabled));
}

function FeedRow({
  feed,
  value,
  open,
}: {
  feed: Feed;
  value: FeedValue | undefined;
  open: ((id: string) => void) | undefined;
}) {
  const ahead = value?.lead_over_hits_days ?? null;
  return (
    <tr class={feed.is_enabled ? '' : 'off'}>
      <td>
        {open === undefined || feed.changed === null ? (
          feed.name
        ) : (
          <button
            type="button"
            class="link-button"
            aria-label={texts.open(feed.name)}
            onClick={() => open(feed.id)}
          >
            {feed.name}
          </button>
        )}
        {feed.licence !== null && <div class="soft small">{feed.licence}</div>}
        {feed.note !== null && (
          <div class="small">
            {feed.note}
            {feed.status !== 'active' && feed.next_attempt_at !== null && (
              <>
                {' '}
                {texts.again} <Moment at={feed.next_attempt_at} relative />.
              </>
            )}
          </div>
        )}
      </td>
      <td class="soon">
        <span class={`badge ${feedTone(feed.status)}`}>{feedStatus(feed.status)}</span>
      </td>
      <td class="number">
        <Indicators of={feed.id} value={feed.indicator_count} />
      </td>
      <td class="number">{value === undefined ? '–' : <Hits of={feed.id} value={value.hits} />}</td>
      <td class="number">
        {value === undefined ? (
          '–'
        ) : (
          <Hits of={feed.id} value={value.unique_hits} share={value.unique_share} />
        )}
      </td>
      <td class="number">{ahead === null ? '–' : plain(ahead)}</td>
      <td class="number soft">
        {feed.last_checked === null ? texts.never : <Moment at={feed.last_checked} relative />}
      </td>
    </tr>
  );
}
