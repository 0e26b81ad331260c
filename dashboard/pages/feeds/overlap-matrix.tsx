import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { TableScroll } from '../../components/panel.tsx';
import { ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/protect/feeds.ts';

export type FeedValue = AnswerOf<'GET /api/v1/threat-intel/feeds/value'>['feeds'][number];

/** Shows the overlap of the feeds: the darker, the more of the row's feed is in the column's. */
export function OverlapMatrix({ feeds }: { feeds: readonly FeedValue[] }) {
  const known = feeds.filter(({ indicator_count: count }) => count > 0);
  return (
    <TableScroll label={texts.overlap}>
      <table class="matrix">
        <thead>
          <tr>
            <td />
            {known.map(({ id }) => (
              <th key={id} scope="col">
                <span>{visible(id)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((feed) => (
            <tr key={feed.id}>
              <th scope="row">{visible(feed.id)}</th>
              {known.map(({ id }) => {
                const share =
                  id === feed.id ? undefined : (feed.overlaps.find((one) => one.id === id)?.share ?? 0);
                return (
                  <td key={id}>
                    {share !== undefined && (
                      <>
                        <i style={{ opacity: share }} />
                        <span>{share === 0 ? '' : ratio(share)}</span>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
